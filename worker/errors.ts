import type { AppError } from './contract.ts';
import { ERROR_CODES, type ErrorCode } from './error-codes.ts';

/** The details of an error, and what caused it. */
export interface FailureDetails extends Omit<AppError, 'code' | 'message'> {
  /** The original error, for debugging on this device. Never sent across the worker boundary. */
  cause?: unknown;
}

/** The messages that other programs rely on, word for word. Any other error's message is its code. */
const FIXED: Readonly<Partial<Record<ErrorCode, (details: FailureDetails) => string>>> = {
  psi_account_setup: () => 'Error with PSI account setup.',
  create_account_failed: ({ serverError }) => `Failed to create account: ${serverError ?? 'no answer'}`,
  update_keys_failed: ({ serverError }) => `Failed to update keys: ${serverError ?? 'no answer'}`,
  user_lookup_failed: () => 'An error occurred. Please try again',
  profile_failed: () => 'Failed to fetch profile',
  emails_failed: () => 'Failed to fetch emails',
  email_failed: ({ id }) => `Failed to fetch email with ID: ${id ?? 'unknown'}`,
  fetch_attempts_reached: () => 'Max fetch attempts reached',
  listing_failed: () => 'Error fetching emails',
};

/** An error inside the worker. */
export class AppFailure extends Error {
  readonly code: ErrorCode;
  readonly details: Omit<AppError, 'code' | 'message'>;

  constructor(code: ErrorCode, details: FailureDetails = {}) {
    const { cause, retryAfter, serverError, id, is } = details;
    super(FIXED[code]?.(details) ?? code, cause === undefined ? {} : { cause });
    this.name = 'AppFailure';
    this.code = code;
    this.details = {
      ...(retryAfter === undefined ? {} : { retryAfter }),
      ...(serverError === undefined ? {} : { serverError }),
      ...(id === undefined ? {} : { id }),
      ...(is === undefined ? {} : { is }),
    };
  }

  /** Seconds; undefined when the other side did not say. */
  get retryAfter(): number | undefined {
    return this.details.retryAfter;
  }
}

/** Makes the failure with this code. The caller throws it. */
export function failure(code: ErrorCode, details: FailureDetails = {}): AppFailure {
  return new AppFailure(code, details);
}

const CODES: ReadonlySet<unknown> = new Set(ERROR_CODES);

/** True when `value` is a code of the contract. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return CODES.has(value);
}

/** True for the rejection of an aborted call. Cancellation is never shown as an error. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** `DOMException` names for which IndexedDB cannot go on (Indexed Database API 3.0). */
const STORAGE_ERRORS: ReadonlySet<string> = new Set([
  'AbortError',
  'ConstraintError',
  'DataError',
  'InvalidStateError',
  'NotFoundError',
  'ReadOnlyError',
  'TransactionInactiveError',
  'UnknownError',
  'VersionError',
]);

/**
 * Turns any caught value into the data that crosses the worker boundary. Never throws. The messages of unknown errors
 * stay behind, since they may contain an address or a subject.
 */
export function toAppError(caught: unknown): AppError {
  if (caught instanceof AppFailure) return asData(caught);
  if (caught instanceof Error) {
    if (caught.name === 'QuotaExceededError') return asData(failure('storage_full'));
    if (isNetworkError(caught) || caught.name === 'TimeoutError') return asData(unreachable(caught));
    if (caught instanceof DOMException && STORAGE_ERRORS.has(caught.name)) {
      return asData(failure('storage_failed'));
    }
  }
  return asData(failure('unexpected'));
}

/**
 * The failure for a request without an answer. Node's navigator cannot tell whether there is a connection; in Node the
 * server is then assumed to be down.
 */
export function unreachable(cause: unknown): AppFailure {
  const online: unknown = Reflect.get(navigator, 'onLine');
  return failure(online === false ? 'offline' : 'server_unavailable', { cause });
}

/** `fetch` rejects with a TypeError when no answer came (Fetch 5.6); the messages differ by engine. */
export function isNetworkError(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    /fetch failed|failed to fetch|networkerror|load failed|network request failed/i.test(error.message)
  );
}

function asData({ code, message, details }: AppFailure): AppError {
  return { code, message, ...details };
}
