import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { described } from './openapi/describe.ts';
import { Refusal } from './refusal.ts';

/** Requests that carry no body here (fetch.spec.whatwg.org, Request). */
const BODILESS = /^(GET|HEAD)$/;

/**
 * Refuses longer bodies with 413, read no further than to that length. Where the length is announced, Node's parser
 * holds the sender to it, and the body is not touched: to look at it makes a web stream of it, which takes longer than
 * to read it.
 */
export function limitBody(maxBodyBytes: number): MiddlewareHandler {
  const counting = bodyLimit({ maxSize: maxBodyBytes, onError: refuse });
  const limiting = createMiddleware(async (context, next) => {
    if (BODILESS.test(context.req.method)) return next();
    const length = context.req.header('content-length');
    const chunked = context.req.header('transfer-encoding') !== undefined;
    if (length === undefined || chunked) return counting(context, next);
    if (Number(length) > maxBodyBytes) refuse();
    return next();
  });
  return described(limiting, { maxBodyBytes });
}

function refuse(): never {
  throw new Refusal(413, 'The request is too large.');
}
