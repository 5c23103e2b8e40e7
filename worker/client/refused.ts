import type { ErrorCode } from '../contract.ts';
import { failure } from '../errors.ts';
import type { AppFailure } from '../errors.ts';
import { RefusedByServer } from './api.ts';

/**
 * The failure for a refusal of the server: the sign-in is no longer valid, the server is not available, or `otherwise`.
 * The caller throws it. Anything that is not a refusal is thrown unchanged.
 */
export function refused(cause: unknown, otherwise: ErrorCode): AppFailure {
  if (!(cause instanceof RefusedByServer)) throw cause;
  const { status, reason, retryAfter } = cause;
  if (status === 401) return failure('session_invalid', { cause });
  if (status === 429 || status >= 500) {
    return failure('server_unavailable', { cause, ...(retryAfter === undefined ? {} : { retryAfter }) });
  }
  return failure(otherwise, { cause, ...(reason === undefined ? {} : { serverError: reason }) });
}
