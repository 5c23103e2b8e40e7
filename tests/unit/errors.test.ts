import { describe, expect, it, vi } from 'vitest';
import { errorText, noticeText, pageError } from '../../src/texts/errors.ts';
import { ERROR_CODES, type ErrorCode } from '../../worker/error-codes.ts';
import { AppFailure, failure, isAbort, isErrorCode, toAppError } from '../../worker/errors.ts';

/** Messages that other programs match word for word. */
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

const DETAILS = { serverError: 'address taken', id: '18c2f', retryAfter: 3 } as const;

describe('errors as data', () => {
  it('are known by their codes', () => {
    expect(ERROR_CODES.every(isErrorCode)).toBe(true);
    expect(new Set(ERROR_CODES).size).toBe(ERROR_CODES.length);
    expect(isErrorCode('toString')).toBe(false);
    expect(isErrorCode(7)).toBe(false);
  });

  it.each(ERROR_CODES)('have, for %s, a message and details that survive a structured clone', (code) => {
    const error = toAppError(failure(code, DETAILS));
    expect(error).toEqual({ code, message: FIXED[code] ?? code, ...DETAILS });
    expect(structuredClone(error)).toEqual(error);
  });

  it('leave out the details that nobody gave', () => {
    expect(toAppError(failure('offline'))).toEqual({ code: 'offline', message: 'offline' });
  });
});

describe('the words of errors', () => {
  it.each(ERROR_CODES)('are calm and whole for %s, with and without details', (code) => {
    const text = errorText(toAppError(failure(code, DETAILS)));
    const bare = errorText(toAppError(failure(code)));
    for (const words of [text, bare]) {
      expect(words).not.toMatch(/undefined|null|\[object|!|[{}]/);
      expect(words).toMatch(/^[A-Z].{10}/);
    }
    expect(text).toBe(FIXED[code] ?? text);
  });

  it('pass on what the server said, and say what to do when it said nothing', () => {
    const words = (code: ErrorCode, serverError?: string): string =>
      errorText({ code, message: '', ...(serverError === undefined ? {} : { serverError }) });
    expect(words('disclosure_refused', 'It is over.')).toMatch(/Nothing was shown\. It is over\.$/);
    expect(words('disclosure_refused')).toMatch(/Compare again, then disclose\.$/);
    expect(words('update_keys_failed')).toBe('Failed to update keys: no answer');
  });

  it('give the waiting time in whole seconds', () => {
    const words = (retryAfter: number): string =>
      errorText(toAppError(failure('blob_rate_limited', { retryAfter })));
    expect(words(0.2)).toContain('in 1 second.');
    expect(words(1)).toContain('in 1 second.');
    expect(words(11.2)).toContain('in 12 seconds.');
    expect(errorText(toAppError(failure('blob_rate_limited')))).toContain('in a moment.');
  });

  it.each([
    ['packed', /packed archive.*Unpack it/],
    ['outlook', /Outlook file.*Export/],
    ['single-mail', /single mail \(\.eml\).*Export/],
  ] as const)('say what to do with a file that is %s', (is, words) => {
    expect(errorText(toAppError(failure('mbox_not_a_mailbox', { is })))).toMatch(words);
  });

  it('come from the code of an error that was stored with older words', () => {
    expect(errorText({ code: 'offline', message: 'No network.' })).toMatch(/^There is no connection\./);
  });

  it('of another address say which account to choose', () => {
    expect(errorText({ code: 'other_address', message: '' })).toContain('same account');
  });

  it('of a full disk say what to do', () => {
    expect(errorText({ code: 'storage_full', message: '' })).toContain('Free some space');
  });

  it('of the page itself are its own', () => {
    expect(errorText(pageError('unexpected', 'workerStopped'))).toMatch(/reads your mail stopped/);
    expect(errorText(pageError('sign_in_failed', 'signInFailed', 'access_denied'))).toContain(
      '(access_denied)',
    );
    expect(errorText(pageError('sign_in_failed', 'signInFailed'))).toContain('(no code)');
  });
});

describe('the words of notices', () => {
  it.each([
    ['reply_lost', /answer of the comparison was lost.*you can compare again/],
    ['keys_replaced', /keys had been replaced.*New one-time keys were made/],
    ['other_account', /another address.*removed from this device/],
  ] as const)('of %s say what happened, and what was done', (code, words) => {
    expect(noticeText({ code })).toMatch(words);
  });

  it('of new keys that could not be made begin with why', () => {
    const error = toAppError(failure('psi_account_setup'));
    expect(noticeText({ code: 'renewal_late', error })).toBe(
      'Error with PSI account setup. New keys are made before the next comparison.',
    );
  });
});

describe('toAppError', () => {
  it('does not pass on the message of an unknown error', () => {
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
  ])('turns %s into %s', (caught, code) => {
    expect(toAppError(caught).code).toBe(code);
  });

  it('reports a request without an answer as offline when the device says so', () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(toAppError(new TypeError('Load failed')).code).toBe('offline');
    vi.unstubAllGlobals();
  });

  it('keeps the cause on its side of the boundary', () => {
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
