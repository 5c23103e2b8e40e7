import { describe, expect, it, vi } from 'vitest';
import { AppFailure, ERROR_CODES, failure, isAbort, isErrorCode, toAppError } from '../../worker/errors.ts';
import type { ErrorCode } from '../../worker/contract.ts';

/** The texts that DESIGN 10 fixes word for word. */
const FIXED: Partial<Record<ErrorCode, string>> = {
  psi_account_setup: 'Error with PSI account setup.',
  create_account_failed: 'Failed to create account: address taken',
  update_keys_failed: 'Failed to update keys: address taken',
  user_lookup_failed: 'An error occurred. Please try again',
  profile_failed: 'Failed to fetch profile',
  emails_failed: 'Failed to fetch emails',
  email_failed: 'Failed to fetch email with ID: 18c2f',
  fetch_attempts_reached: 'Max fetch attempts reached',
  listing_failed: 'Error fetching emails',
};

/** Every code of the contract; the compiler refuses this table when one is missing. */
const ALL: Record<ErrorCode, true> = {
  psi_account_setup: true,
  create_account_failed: true,
  update_keys_failed: true,
  user_lookup_failed: true,
  sign_in_failed: true,
  sign_in_limited: true,
  id_token_expired: true,
  id_token_audience: true,
  id_token_unsigned: true,
  id_token_nonce: true,
  id_token_unverified: true,
  id_token_used: true,
  id_token_invalid: true,
  provider_silent: true,
  signed_out: true,
  session_expired: true,
  session_ended: true,
  session_invalid: true,
  other_address: true,
  grant_withheld: true,
  profile_failed: true,
  emails_failed: true,
  email_failed: true,
  fetch_attempts_reached: true,
  listing_failed: true,
  token_expired: true,
  scopes_missing: true,
  offline: true,
  server_unavailable: true,
  mbox_empty: true,
  mbox_not_a_mailbox: true,
  mbox_unreadable: true,
  scan_running: true,
  scan_needed: true,
  comparison_running: true,
  comparison_failed: true,
  disclosure_refused: true,
  disclosure_unknown: true,
  nothing_selected: true,
  storage_full: true,
  storage_failed: true,
  emptied_elsewhere: true,
  blob_access_denied: true,
  blob_store_missing: true,
  blob_store_suspended: true,
  blob_not_found: true,
  blob_unavailable: true,
  blob_rate_limited: true,
  blob_bad_request: true,
  blob_aborted: true,
  blob_unknown: true,
  unexpected: true,
};

describe('errors as data', () => {
  it('knows exactly the codes of the contract', () => {
    expect(ERROR_CODES.toSorted()).toEqual(Object.keys(ALL).toSorted());
    expect(isErrorCode('toString')).toBe(false);
    expect(isErrorCode(7)).toBe(false);
  });

  it.each(Object.keys(ALL) as ErrorCode[])('%s has a calm text and survives a structured clone', (code) => {
    const error = toAppError(failure(code, { serverError: 'address taken', id: '18c2f', retryAfter: 3 }));
    expect(error.code).toBe(code);
    expect(error.retryAfter).toBe(3);
    expect(structuredClone(error)).toEqual(error);
    expect(error.message).not.toMatch(/undefined|null|\[object|!/);
    expect(error.message.length).toBeGreaterThan(10);
    expect(error.message).toBe(FIXED[code] ?? error.message);
  });

  it('leaves retryAfter out when nobody said it', () => {
    expect(toAppError(failure('offline'))).not.toHaveProperty('retryAfter');
  });

  it('says the waiting time in whole seconds', () => {
    expect(failure('blob_rate_limited', { retryAfter: 1 }).message).toContain('in 1 second.');
    expect(failure('blob_rate_limited', { retryAfter: 11.2 }).message).toContain('in 12 seconds.');
  });
});

describe('toAppError', () => {
  it('does not show the text of an error it does not know', () => {
    const error = toAppError(new Error('robin.keller@mail.example not found'));
    expect(error.code).toBe('unexpected');
    expect(error.message).not.toContain('robin');
  });

  it.each([
    [new DOMException('full', 'QuotaExceededError'), 'storage_full'],
    [new DOMException('gone', 'InvalidStateError'), 'storage_failed'],
    [new TypeError('fetch failed'), 'server_unavailable'],
    [new TypeError('Failed to fetch'), 'server_unavailable'],
    [new DOMException('late', 'TimeoutError'), 'server_unavailable'],
    [new TypeError('x is not a function'), 'unexpected'],
    [undefined, 'unexpected'],
    ['text', 'unexpected'],
    [null, 'unexpected'],
    [{ code: 'offline', message: 'made up' }, 'unexpected'],
  ])('%s becomes %s', (caught, code) => {
    expect(toAppError(caught).code).toBe(code);
  });

  it('calls a request without an answer offline when the device says so', () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(toAppError(new TypeError('Load failed')).code).toBe('offline');
    vi.unstubAllGlobals();
  });

  it('keeps the cause on this side of the boundary', () => {
    const cause = new Error('inside');
    const caught = failure('comparison_failed', { cause });
    expect(caught).toBeInstanceOf(AppFailure);
    expect(caught.cause).toBe(cause);
    expect(toAppError(caught)).not.toHaveProperty('cause');
  });

  it('recognises cancellation', () => {
    expect(isAbort(new DOMException('stopped', 'AbortError'))).toBe(true);
    expect(isAbort(failure('offline'))).toBe(false);
  });
});
