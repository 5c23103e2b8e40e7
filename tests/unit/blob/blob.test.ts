import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { errorText } from '../../../src/texts/errors.ts';
import { uploadBlob } from '../../../worker/blob/blob.ts';
import type { BlobUpload } from '../../../worker/blob/blob.ts';
import { systemClock } from '../../../worker/clock.ts';
import type { Clock } from '../../../worker/clock.ts';
import type { ErrorCode } from '../../../worker/contract.ts';
import { AppFailure, toAppError } from '../../../worker/errors.ts';
import { answerJson, answerWith, cut, inTurn, keepRequests, silent } from '../../support/network/answers.ts';
import type { Received } from '../../support/network/answers.ts';
import { createLoopback } from '../../support/network/loopback.ts';

const loopback = createLoopback();
afterEach(async () => {
  vi.restoreAllMocks();
  await loopback.close();
});

/** A loopback store that answers each attempt as the test decides. */
async function store(answering: RequestListener): Promise<{ apiUrl: string; attempts: () => number }> {
  const { origin, asked } = await loopback.listen(answering);
  return { apiUrl: `${origin}/blob`, attempts: asked };
}

const stored = answerJson(200, { url: 'http://store.example/public/x' });
const refused = (code: string): RequestListener => answerJson(400, { error: { code, message: code } });
const limited = (headers = {}): RequestListener =>
  answerJson(429, { error: { code: 'rate_limited' } }, headers);
/** An answer with something that happens once it is on its way. */
const answeredThen =
  (answering: RequestListener, then: () => void): RequestListener =>
  (request, response) => {
    answering(request, response);
    setTimeout(then, 20);
  };
const notInNode = (): Promise<Response> =>
  Promise.reject(new Error('The library has its own fetch in Node.'));
function upload(apiUrl: string, more: Partial<BlobUpload> = {}): Promise<string> {
  return uploadBlob({
    pathname: 'psi/0123456789abcdef0123456789abcdef',
    body: new Uint8Array([1, 2, 3]),
    token: 'vercel_blob_client_store_test',
    apiUrl,
    fetch: notInNode,
    clock: systemClock,
    ...more,
  });
}
/**
 * Skips the library's waits between its own retries.
 *
 * @returns the waits that were skipped. Milliseconds
 */
function passOverRetries(): number[] {
  const waits: number[] = [];
  const wait = setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((run, ms, ...given: unknown[]) => {
    // The HTTP client's own timers are shorter than the library's shortest wait, or take arguments.
    const own = ms === undefined || ms < 1000 || given.length > 0;
    if (!own) waits.push(ms);
    return wait(run as (...passed: unknown[]) => void, own ? ms : 0, ...given);
  });
  return waits;
}
/** Returns a function that lets the upload's deadline pass. */
function deadline(): () => void {
  const passed = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(passed.signal);
  return () => passed.abort(new DOMException('The deadline has passed.', 'TimeoutError'));
}
async function codeOf(work: Promise<unknown>): Promise<AppFailure> {
  const caught: unknown = await work.then(
    () => new Error('it did not fail'),
    (error: unknown) => error,
  );
  expect(caught).toBeInstanceOf(AppFailure);
  return caught as AppFailure;
}

describe('the upload of public keys', () => {
  it('puts the bytes and answers with the public address', async () => {
    const sent: Received[] = [];
    const { apiUrl } = await store(keepRequests(sent, stored));
    await expect(upload(apiUrl)).resolves.toBe('http://store.example/public/x');
    expect(sent.map(({ method, headers, body }) => [method, headers.authorization, body])).toEqual([
      ['PUT', 'Bearer vercel_blob_client_store_test', Buffer.from([1, 2, 3])],
    ]);
  });

  it.each<[string, ErrorCode, string]>([
    ['store_suspended', 'blob_store_suspended', 'The key store is suspended.'],
    ['forbidden', 'blob_access_denied', 'The key store refused the upload.'],
    ['not_found', 'blob_not_found', 'The key store does not know this file.'],
    ['store_not_found', 'blob_store_missing', 'The key store does not exist.'],
    ['bad_request', 'blob_bad_request', 'The key store did not accept the upload.'],
    ['content_type_not_allowed', 'blob_bad_request', 'The key store did not accept the upload.'],
    ['file_too_large', 'blob_bad_request', 'The key store did not accept the upload.'],
    ['client_token_pathname_mismatch', 'blob_bad_request', 'The key store did not accept the upload.'],
    ['client_token_not_allowed', 'blob_bad_request', 'The key store did not accept the upload.'],
    ['precondition_failed', 'blob_bad_request', 'The key store did not accept the upload.'],
    ['client_token_expired', 'blob_access_denied', 'The key store refused the upload.'],
    ['not_allowed', 'blob_unknown', 'The upload of the public keys failed.'],
    ['a code of tomorrow', 'blob_unknown', 'The upload of the public keys failed.'],
  ])('gives %s as %s, without a second attempt', async (code, expected, message) => {
    const { apiUrl, attempts } = await store(refused(code));
    const caught = await codeOf(upload(apiUrl));
    expect(caught.code).toBe(expected);
    expect(errorText(toAppError(caught)).startsWith(message)).toBe(true);
    expect(attempts()).toBe(1);
  });

  it.each<[string, ErrorCode, RequestListener]>([
    ['service_unavailable', 'blob_unavailable', refused('service_unavailable')],
    ['internal_server_error', 'blob_unknown', refused('internal_server_error')],
    ['unknown_error', 'blob_unknown', refused('unknown_error')],
    ['an answer in another form', 'blob_unknown', answerWith(502, '<html>')],
    ['a connection that breaks', 'blob_unavailable', cut],
  ])('retries %s ten times, with growing waits, and then gives %s', async (_name, expected, answering) => {
    const waits = passOverRetries();
    const { apiUrl, attempts } = await store(answering);
    expect((await codeOf(upload(apiUrl))).code).toBe(expected);
    expect(attempts()).toBe(11);
    expect(waits).toHaveLength(10);
    for (const [index, ms] of waits.entries()) {
      expect(ms).toBeGreaterThanOrEqual(1000 * 2 ** index);
      expect(ms).toBeLessThanOrEqual(2000 * 2 ** index);
    }
  });

  it('goes on when a later attempt succeeds', async () => {
    passOverRetries();
    const failures = Array.from({ length: 9 }, () => refused('service_unavailable'));
    const { apiUrl, attempts } = await store(inTurn(...failures, stored));
    await expect(upload(apiUrl)).resolves.toBe('http://store.example/public/x');
    expect(attempts()).toBe(10);
  });

  it.each([{}, { url: '' }, { url: '/blob/public/x' }, { url: 'javascript:alert(1)' }, 'no JSON'])(
    'does not accept %j as the address of an object',
    async (body) => {
      const { apiUrl } = await store(
        typeof body === 'string' ? answerWith(200, body) : answerJson(200, body),
      );
      expect((await codeOf(upload(apiUrl))).code).toBe('blob_unknown');
    },
  );

  it('waits for as long as Retry-After says on 429, and goes on', async () => {
    const waits: number[] = [];
    const clock: Clock = { now: () => 0, sleep: async (ms) => void waits.push(ms) };
    const said = [{ 'retry-after': '7' }, {}, { 'retry-after': '0' }, { 'retry-after': 'soon' }];
    const { apiUrl } = await store(inTurn(...said.map(limited), stored));
    await expect(upload(apiUrl, { clock })).resolves.toContain('store.example');
    expect(waits).toEqual([7_000, 1_000, 1_000, 1_000]);
  });

  it('gives up after ten waits and says how long the store wants to be left alone', async () => {
    const clock: Clock = { now: () => 0, sleep: async () => undefined };
    const { apiUrl, attempts } = await store(limited({ 'retry-after': '30' }));
    const caught = await codeOf(upload(apiUrl, { clock }));
    expect([caught.code, caught.retryAfter]).toEqual(['blob_rate_limited', 30]);
    expect(attempts()).toBe(11);
  });

  it('ends a wait when it is aborted', async () => {
    const controller = new AbortController();
    const hour = limited({ 'retry-after': '3600' });
    const { apiUrl } = await store(answeredThen(hour, () => controller.abort()));
    expect((await codeOf(upload(apiUrl, { signal: controller.signal }))).code).toBe('blob_aborted');
  });

  it('ends the wait between the library’s own retries when it is aborted', async () => {
    const controller = new AbortController();
    const away = answerJson(503, { error: { code: 'service_unavailable' } });
    const { apiUrl, attempts } = await store(answeredThen(away, () => controller.abort()));
    expect((await codeOf(upload(apiUrl, { signal: controller.signal }))).code).toBe('blob_aborted');
    expect(attempts()).toBe(1);
  });

  it('reports a store that never answers as unavailable at its deadline', async () => {
    const { apiUrl } = await store(silent);
    expect((await codeOf(upload(apiUrl, { deadlineMs: 50 }))).code).toBe('blob_unavailable');
  });

  it('reports a store that limits until the deadline as busy', async () => {
    const passes = deadline();
    const { apiUrl } = await store(limited({ 'retry-after': '3600' }));
    const clock: Clock = {
      now: Date.now,
      sleep: (ms, signal) => {
        passes();
        return systemClock.sleep(ms, signal);
      },
    };
    expect((await codeOf(upload(apiUrl, { clock }))).code).toBe('blob_rate_limited');
  });

  it('reports a store that fails until the deadline as unavailable', async () => {
    const passes = deadline();
    const { apiUrl, attempts } = await store(answeredThen(refused('service_unavailable'), passes));
    expect((await codeOf(upload(apiUrl))).code).toBe('blob_unavailable');
    expect(attempts()).toBe(1);
  });

  it('stops a running request when it is aborted', async () => {
    const controller = new AbortController();
    const closed = Promise.withResolvers<void>();
    const { apiUrl } = await store((request) => {
      request.socket.on('close', () => closed.resolve());
      controller.abort();
    });
    expect((await codeOf(upload(apiUrl, { signal: controller.signal }))).code).toBe('blob_aborted');
    await closed.promise;
  });

  it('does not start when it is already aborted', async () => {
    const { apiUrl, attempts } = await store(silent);
    expect((await codeOf(upload(apiUrl, { signal: AbortSignal.abort() }))).code).toBe('blob_aborted');
    expect(attempts()).toBe(0);
  });
});
