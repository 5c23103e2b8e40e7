import type { ErrorCode } from '../contract.ts';
import { failure } from '../errors.ts';
import type { AppFailure } from '../errors.ts';
import { Refusal } from './api.ts';

/**
 * What the person reads when the server says no: that the sign-in is not valid any more, that the server is not available, or
 * `otherwise`. To be thrown; what is no refusal is thrown as it is.
 */
export function refused(cause: unknown, otherwise: ErrorCode): AppFailure {
  if (!(cause instanceof Refusal)) throw cause;
  const { status, reason, retryAfter } = cause;
  if (status === 401) return failure('session_invalid', { cause });
  if (status === 429 || status >= 500) {
    return failure('server_unavailable', { cause, ...(retryAfter === undefined ? {} : { retryAfter }) });
  }
  return failure(otherwise, { cause, ...(reason === undefined ? {} : { serverError: reason }) });
}
