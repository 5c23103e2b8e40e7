import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { described } from './describe.ts';
import { Refusal } from './refusal.ts';

/** Methods without a body (fetch.spec.whatwg.org, Request). */
const BODILESS = /^(GET|HEAD)$/;

/**
 * Refuses longer bodies with 413 and reads no more than the limit. If the length is announced, Node's parser enforces
 * it and the body is left alone, since turning it into a web stream takes longer than reading it.
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
