import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { described } from './openapi/describe.ts';
import { Refusal } from './refusal.ts';

/** Refuses longer bodies with 413, read no further than to that length. */
export function limitBody(maxBodyBytes: number): MiddlewareHandler {
  return described(
    bodyLimit({
      maxSize: maxBodyBytes,
      onError: () => {
        throw new Refusal(413, 'The request is too large.');
      },
    }),
    { maxBodyBytes },
  );
}
