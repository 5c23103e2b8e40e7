import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import type { Log, Metrics } from '../operator/contract.ts';
import { orCutOff } from '../web/cut-off.ts';
import { noteFault } from '../web/fault.ts';
import { Refusal } from '../web/refusal.ts';

/** The service's codes. The `@vercel/blob` client derives its error classes from them and from the message. */
export const blobErrorCode = z.enum([
  'forbidden',
  'bad_request',
  'not_found',
  'client_token_not_allowed',
  'rate_limited',
  'service_unavailable',
  'internal_server_error',
]);
type BlobErrorCode = z.infer<typeof blobErrorCode>;

/** A call that the embedded store refuses, in the service's own form. */
export class BlobRefusal extends Error {
  override readonly name = 'BlobRefusal';
  readonly status: ContentfulStatusCode;
  readonly code: BlobErrorCode;

  constructor(status: ContentfulStatusCode, code: BlobErrorCode, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The client recognises this refusal by its wording. */
export function tooLarge(most: number): BlobRefusal {
  return new BlobRefusal(400, 'bad_request', `the file length cannot be greater than ${most} bytes`);
}

/** For a name that is taken. */
export function taken(): BlobRefusal {
  return new BlobRefusal(400, 'bad_request', 'This blob already exists');
}

/** Answers every error of a blob call as `{ error: { code, message } }`, the form that the client reads. */
export function answerInServiceForm(deps: { log: Log; metrics: Metrics }) {
  return (thrown: Error, context: Context): Response => {
    const error = orCutOff(thrown, context);
    if (error instanceof BlobRefusal) return answer(context, error);
    if (error instanceof Refusal) {
      if (error.retryAfter !== undefined) context.header('retry-after', String(error.retryAfter));
      return answer(context, { status: error.status, code: codeOf(error), message: error.message });
    }
    if (noteFault(error, context, deps, 'a blob call failed') === 503) {
      return answer(context, { status: 503, code: 'service_unavailable', message: 'Please try again.' });
    }
    return answer(context, { status: 500, code: 'internal_server_error', message: 'Please try again.' });
  };
}

function codeOf({ status }: Refusal): BlobErrorCode {
  if (status === 429) return 'rate_limited';
  return status === 400 ? 'bad_request' : 'service_unavailable';
}

function answer(
  context: Context,
  { status, code, message }: Pick<BlobRefusal, 'status' | 'code' | 'message'>,
): Response {
  return context.json({ error: { code, message } }, status);
}
