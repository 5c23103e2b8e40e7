import type { AppError, ErrorCode } from './contract.ts';

/** What a failure's text may need to know. */
export interface FailureDetails {
  /** What the server answered as `{error}`. */
  serverError?: string;
  /** The provider's id of the mail concerned. */
  id?: string;
  /** Seconds after which trying again makes sense, when the other side said so. */
  retryAfter?: number;
  /** What was caught; kept for debugging on this device, never sent across the worker boundary. */
  cause?: unknown;
}

/**
 * The text of every error. The first group is word for word DESIGN 10; the others say what happened,
 * what is safe, and what to do next.
 */
const TEXTS: Readonly<Record<ErrorCode, (details: FailureDetails) => string>> = {
  psi_account_setup: () => 'Error with PSI account setup.',
  create_account_failed: ({ serverError }) => `Failed to create account: ${serverError ?? 'no answer'}`,
  update_keys_failed: ({ serverError }) => `Failed to update keys: ${serverError ?? 'no answer'}`,
  user_lookup_failed: () => 'An error occurred. Please try again',
  profile_failed: () => 'Failed to fetch profile',
  emails_failed: () => 'Failed to fetch emails',
  email_failed: ({ id }) => `Failed to fetch email with ID: ${id ?? 'unknown'}`,
  fetch_attempts_reached: () => 'Max fetch attempts reached',
  listing_failed: () => 'Error fetching emails',

  sign_in_failed: () =>
    'The sign-in did not complete. Nothing on this device has changed. Please sign in again.',
  sign_in_limited: ({ retryAfter }) =>
    `Too many sign-ins have failed from this network. Nothing on this device has changed. Try again ${soon(retryAfter)}.`,
  id_token_expired: () =>
    'The sign-in took too long, so its proof has expired. Nothing on this device has changed. Sign in again, and check that this device’s clock is right.',
  id_token_audience: () =>
    'The sign-in was made for another app. Nothing on this device has changed. Reload the page and sign in again.',
  id_token_unsigned: () =>
    'The sign-in does not carry a valid signature of the provider. Nothing on this device has changed. Reload the page and sign in again.',
  id_token_nonce: () =>
    'The sign-in was not started on this page. Nothing on this device has changed. Reload the page and sign in again.',
  id_token_unverified: () =>
    'The provider has not verified your address. Nothing on this device has changed. Verify the address with the provider, or sign in with another account.',
  id_token_used: () =>
    'This sign-in has been used already. Nothing on this device has changed. Please sign in again.',
  id_token_invalid: () =>
    'The server could not accept the sign-in. Nothing on this device has changed. Reload the page and sign in again.',
  provider_silent: ({ retryAfter }) =>
    `The server could not reach the provider to check the sign-in. Nothing on this device has changed. Try again ${soon(retryAfter)}.`,
  signed_out: () => 'You are not signed in. What was found is still on this device. Sign in to go on.',
  session_expired: () =>
    'Your sign-in has run out. Everything found so far is kept on this device. Sign in again to go on.',
  session_ended: () =>
    'Your sign-in was ended, for example from another tab. Everything found so far is kept on this device. Sign in again to go on.',
  session_invalid: () =>
    'This server does not know your sign-in. Everything found so far is kept on this device. Sign in again to go on.',
  token_expired: () =>
    'The permission to read your mail has run out. Everything found so far is kept on this device. Allow reading again to go on.',
  scopes_missing: () =>
    'Waystamp is not allowed to read your mail. Nothing has been read. Allow read-only access, or import a mailbox file.',
  other_address: () =>
    'Reading was allowed for another account than the one that is signed in. No mail has been read. Allow reading again and choose the same account, or disconnect and sign in with the other one.',
  grant_withheld: () =>
    'Waystamp was about to send its permission to read your mail somewhere other than your mailbox, so it stopped. Nothing was sent. Reload the page; if it happens again, tell the people who run this server.',
  offline: () =>
    'There is no connection. What is on this device stays as it is. Try again when you are online.',
  server_unavailable: ({ retryAfter }) =>
    `The server does not answer. Everything found so far is kept on this device. Try again ${soon(retryAfter)}.`,
  mbox_empty: () => 'This file holds no mail. Choose the .mbox file of your export.',
  mbox_not_a_mailbox: () =>
    'This file is not a mailbox. Choose the .mbox file of your export (Google Takeout calls it "All mail Including Spam and Trash.mbox").',
  mbox_unreadable: () =>
    'This file could not be read to its end. What was found so far is kept. Check that the file is still there and import it again.',
  scan_running: () =>
    'A scan is already running, here or in another tab. It goes on undisturbed. Wait for it to end, or cancel it first.',
  scan_needed: () =>
    'There is nothing to compare yet. Scan your mailbox, import a mailbox file, or choose an interest first.',
  comparison_running: () =>
    'A comparison is already running in another tab. It goes on undisturbed. Wait for it to end, then compare again.',
  comparison_failed: () =>
    'The private comparison did not complete. Nothing was disclosed, and the facts on this device are kept. Please compare again.',
  disclosure_refused: ({ serverError }) =>
    `The server refused the disclosure. Nothing was shown. ${serverError ?? 'Compare again, then disclose.'}`,
  disclosure_unknown: () =>
    'The server has this one no longer. Nothing else was changed, and what is shown was read anew. It may have been withdrawn on another device.',
  nothing_selected: () => 'Nothing is selected, so nothing was sent. Choose at least one fact of the result.',
  storage_full: () =>
    'This device has no room left for the scan. What was saved before is kept. Free some space and resume.',
  storage_failed: () =>
    'The storage on this device could not be used. Nothing has left the device. Close other tabs of Waystamp and reload.',
  emptied_elsewhere: () =>
    'Somebody disconnected or signed in in another tab. What this tab still held is gone from this device, and nothing of it was written back. Reload to go on.',

  blob_access_denied: () =>
    'The key store refused the upload. Your private keys stay on this device. Sign in again.',
  blob_store_missing: () =>
    'The key store does not exist. Your private keys stay on this device. Please tell the people who run this server.',
  blob_store_suspended: () =>
    'The key store is suspended. Your private keys stay on this device. Please tell the people who run this server.',
  blob_not_found: () =>
    'The key store does not know this file. Your private keys stay on this device. Please try again.',
  blob_unavailable: ({ retryAfter }) =>
    `The key store is not available now. Your private keys stay on this device. Try again ${soon(retryAfter)}.`,
  blob_rate_limited: ({ retryAfter }) =>
    `The key store is busy. Your private keys stay on this device. Try again ${soon(retryAfter)}.`,
  blob_bad_request: () =>
    'The key store did not accept the upload. Your private keys stay on this device. Please sign in again.',
  blob_aborted: () => 'The upload of the public keys was stopped. Your private keys stay on this device.',
  blob_unknown: () =>
    'The upload of the public keys failed. Your private keys stay on this device. Please try again.',

  unexpected: () =>
    'Something went wrong that Waystamp did not foresee. What was saved on this device is kept. Reload the page and try again.',
};

function soon(seconds: number | undefined): string {
  if (seconds === undefined) return 'in a moment';
  const whole = Math.max(1, Math.ceil(seconds));
  return whole === 1 ? 'in 1 second' : `in ${whole} seconds`;
}

/** An error inside the worker that already knows what the person will read. */
export class AppFailure extends Error {
  readonly code: ErrorCode;
  /** Seconds; undefined when the other side did not say. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, retryAfter?: number, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AppFailure';
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** Makes the failure with this code; its text is fixed by the code (DESIGN 10). To be thrown by the caller. */
export function failure(code: ErrorCode, details: FailureDetails = {}): AppFailure {
  const options = details.cause === undefined ? {} : { cause: details.cause };
  return new AppFailure(code, TEXTS[code](details), details.retryAfter, options);
}

/** True when `value` is a code of the contract. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(TEXTS, value);
}

/** Every code, in the order of the texts. */
export const ERROR_CODES: readonly ErrorCode[] = Object.keys(TEXTS).filter((code) => isErrorCode(code));

/** True for the rejection of an aborted call: cancellation is ordinary and never shown as an error. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** `DOMException` names with which IndexedDB says that it cannot go on (Indexed Database API 3.0). */
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
 * Any caught value as the data that crosses the worker boundary (DESIGN 10). Never throws; texts of
 * unknown errors are not shown, since they may hold an address or a subject.
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
 * The failure for a request that brought no answer. Node's navigator does not say whether there is a
 * connection; there such a request means that the server is down.
 */
export function unreachable(cause: unknown): AppFailure {
  const online: unknown = Reflect.get(navigator, 'onLine');
  return failure(online === false ? 'offline' : 'server_unavailable', { cause });
}

/** `fetch` rejects with a TypeError when no answer came (Fetch 5.6); its texts differ by engine. */
export function isNetworkError(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    /fetch failed|failed to fetch|networkerror|load failed|network request failed/i.test(error.message)
  );
}

function asData({ code, message, retryAfter }: AppFailure): AppError {
  return retryAfter === undefined ? { code, message } : { code, message, retryAfter };
}
