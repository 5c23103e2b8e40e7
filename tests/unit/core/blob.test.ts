import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { uploadBlob } from '../../../worker/account/blob.ts';
import type { BlobUpload } from '../../../worker/account/blob.ts';
import { systemClock } from '../../../worker/clock.ts';
import type { Clock } from '../../../worker/clock.ts';
import { AppFailure } from '../../../worker/errors.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, attempt: number) => void;

let server: Server | undefined;

/** A store on loopback that answers each attempt as the test says. */
async function store(handler: Handler): Promise<{ apiUrl: string; attempts: () => number }> {
  let attempts = 0;
  server = createServer((request, response) => {
    attempts += 1;
    handler(request, response, attempts);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { apiUrl: `http://127.0.0.1:${address.port}/blob`, attempts: () => attempts };
}

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

function answer(response: ServerResponse, status: number, body: object, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
function refuse(code: string, message = code): Handler {
  return (_request, response) => answer(response, 400, { error: { code, message } });
}
function upload(apiUrl: string, more: Partial<BlobUpload> = {}): Promise<string> {
  return uploadBlob({
    pathname: 'psi/0123456789abcdef0123456789abcdef',
    body: new Uint8Array([1, 2, 3]),
    token: 'vercel_blob_client_store_test',
    apiUrl,
    clock: systemClock,
    ...more,
  });
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
    const seen: Buffer[] = [];
    let method = '';
    let authorization = '';
    const { apiUrl } = await store((request, response) => {
      method = request.method ?? '';
      authorization = request.headers.authorization ?? '';
      request.on('data', (chunk: Buffer) => seen.push(chunk));
      request.on('end', () => answer(response, 200, { url: 'http://store.example/public/x' }));
    });
    await expect(upload(apiUrl)).resolves.toBe('http://store.example/public/x');
    expect(method).toBe('PUT');
    expect(authorization).toBe('Bearer vercel_blob_client_store_test');
    expect(Array.from(Buffer.concat(seen))).toEqual([1, 2, 3]);
  });

  it.each([
    ['store_suspended', 'blob_store_suspended'],
    ['forbidden', 'blob_access_denied'],
    ['not_found', 'blob_not_found'],
    ['store_not_found', 'blob_store_missing'],
    ['bad_request', 'blob_bad_request'],
    ['content_type_not_allowed', 'blob_bad_request'],
    ['file_too_large', 'blob_bad_request'],
    ['client_token_pathname_mismatch', 'blob_bad_request'],
    ['client_token_expired', 'blob_access_denied'],
  ])('%s becomes %s, without a second attempt', async (code, expected) => {
    const { apiUrl, attempts } = await store(refuse(code));
    expect((await codeOf(upload(apiUrl))).code).toBe(expected);
    expect(attempts()).toBe(1);
  });

  it('waits as Retry-After says on 429, and goes on', async () => {
    const waits: number[] = [];
    const clock: Clock = { now: () => 0, sleep: async (ms) => void waits.push(ms) };
    const { apiUrl } = await store((_request, response, attempt) =>
      attempt <= 2
        ? answer(
            response,
            429,
            { error: { code: 'rate_limited' } },
            attempt === 1 ? { 'retry-after': '7' } : {},
          )
        : answer(response, 200, { url: 'http://store.example/public/x' }),
    );
    await expect(upload(apiUrl, { clock })).resolves.toContain('store.example');
    expect(waits).toEqual([7_000, 1_000]);
  });

  it('gives up after ten waits and says how long the store wants to be left alone', async () => {
    const clock: Clock = { now: () => 0, sleep: async () => undefined };
    const { apiUrl, attempts } = await store((_request, response) =>
      answer(response, 429, { error: { code: 'rate_limited' } }, { 'retry-after': '30' }),
    );
    const caught = await codeOf(upload(apiUrl, { clock }));
    expect([caught.code, caught.retryAfter]).toEqual(['blob_rate_limited', 30]);
    expect(attempts()).toBe(11);
  });

  it('ends a wait when it is aborted', async () => {
    const controller = new AbortController();
    const { apiUrl } = await store((_request, response) => {
      answer(response, 429, { error: { code: 'rate_limited' } }, { 'retry-after': '3600' });
      setTimeout(() => controller.abort(), 20);
    });
    expect((await codeOf(upload(apiUrl, { signal: controller.signal }))).code).toBe('blob_aborted');
  });

  it('ends the wait between the library’s own retries when it is aborted', async () => {
    const controller = new AbortController();
    const { apiUrl, attempts } = await store((_request, response) => {
      answer(response, 503, { error: { code: 'service_unavailable' } });
      setTimeout(() => controller.abort(), 20);
    });
    expect((await codeOf(upload(apiUrl, { signal: controller.signal }))).code).toBe('blob_aborted');
    expect(attempts()).toBe(1);
  });

  it('calls a store that never answers unavailable at its deadline', async () => {
    const { apiUrl } = await store(() => undefined);
    expect((await codeOf(upload(apiUrl, { deadlineMs: 50 }))).code).toBe('blob_unavailable');
  });

  it('calls a store that limits until the deadline busy', async () => {
    const { apiUrl } = await store((_request, response) =>
      answer(response, 429, { error: { code: 'rate_limited' } }, { 'retry-after': '3600' }),
    );
    expect((await codeOf(upload(apiUrl, { deadlineMs: 200 }))).code).toBe('blob_rate_limited');
  });

  it('does not begin when it is aborted already', async () => {
    const { apiUrl, attempts } = await store(() => undefined);
    expect((await codeOf(upload(apiUrl, { signal: AbortSignal.abort() }))).code).toBe('blob_aborted');
    expect(attempts()).toBe(0);
  });
});
