import { randomBytes } from 'node:crypto';
import { getPayloadFromClientToken, put } from '@vercel/blob/client';
import {
  BlobAccessError,
  BlobClientTokenExpiredError,
  BlobContentTypeNotAllowedError,
  BlobFileTooLargeError,
  BlobPathnameMismatchError,
  BlobServiceRateLimited,
  copy,
  del,
  head,
  list,
} from '@vercel/blob';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { mintClientToken } from '../../../server/blob/mint.ts';
import { tidy } from '../../../server/database/housekeeping.ts';
import { uploadBlob } from '../../../worker/account/blob.ts';
import { systemClock } from '../../../worker/clock.ts';
import type { AppFailure } from '../../../worker/errors.ts';
import { OCTETS, READ_WRITE_TOKEN, grantFor, multipartCall, putCall, refusalOf } from './blob-calls.ts';
import type { BlobCall } from './blob-calls.ts';
import {
  anonymousToken,
  jsonPost,
  openTestServer,
  publishKeys,
  randomPathname,
  signUp,
  upload,
  uploadToken,
} from './harness.ts';
import type { TestServer } from './harness.ts';

let server: TestServer;
let token: string;
let skewMs = 0;
beforeAll(async () => {
  server = await openTestServer({ listen: true, now: () => Date.now() + skewMs });
  token = await server.token('ada@mail.example');
  process.env['VERCEL_BLOB_API_URL'] = `${server.origin}/blob`;
});
afterEach(() => {
  skewMs = 0;
});
afterAll(() => server.close());

const content = randomBytes(47_672);
const options = (clientToken: string) =>
  ({ access: 'public', token: clientToken, contentType: OCTETS }) as const;

describe('the embedded store, with the unchanged @vercel/blob client', () => {
  it('keeps an object under a random name and serves it for good', async () => {
    const pathname = randomPathname();
    const clientToken = await uploadToken(server, token, pathname);
    const stored = await put(pathname, content, options(clientToken));
    expect(stored.pathname.startsWith(`${pathname}-`)).toBe(true);
    expect(stored.url).toBe(`${server.origin}/blob/public/${stored.pathname}`);
    expect(stored.contentType).toBe('application/octet-stream');

    const answer = await fetch(stored.url);
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const again = await fetch(stored.url, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });

  it('never overwrites: the same token and path give two objects', async () => {
    const pathname = randomPathname();
    const clientToken = await uploadToken(server, token, pathname);
    const first = await put(pathname, content, options(clientToken));
    const second = await put(pathname, content, options(clientToken));
    expect(second.url).not.toBe(first.url);
  });

  it('refuses a token for another path', async () => {
    const clientToken = await uploadToken(server, token, randomPathname());
    await expect(put(randomPathname(), content, options(clientToken))).rejects.toThrow(
      BlobPathnameMismatchError,
    );
  });

  it('refuses an expired token', async () => {
    const pathname = randomPathname();
    const clientToken = await uploadToken(server, token, pathname);
    skewMs = 5 * 60_000;
    await expect(put(pathname, content, options(clientToken))).rejects.toThrow(BlobClientTokenExpiredError);
  });

  it('refuses a forged token', async () => {
    const pathname = randomPathname();
    const forged = await mintClientToken(`vercel_blob_rw_waystamp_${'0'.repeat(64)}`, pathname, Date.now());
    await expect(put(pathname, content, options(forged))).rejects.toThrow(BlobAccessError);
  });

  it.each([1, 20 * 1024 * 1024])('refuses %i bytes more than 64 KiB, and not one less', async (more) => {
    const pathname = randomPathname();
    const clientToken = await uploadToken(server, token, pathname);
    await expect(put(pathname, randomBytes(64 * 1024 + more), options(clientToken))).rejects.toThrow(
      BlobFileTooLargeError,
    );
    await expect(put(pathname, randomBytes(64 * 1024), options(clientToken))).resolves.toBeDefined();
  });

  it('reads no further than 64 KiB when nobody says how long the body is', async () => {
    const pathname = randomPathname();
    const clientToken = await uploadToken(server, token, pathname);
    let sent = 0;
    const long = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 16_384;
        controller.enqueue(new Uint8Array(16_384));
        if (sent > 20_000_000) controller.close();
      },
    });
    await expect(put(pathname, long, options(clientToken))).rejects.toThrow(BlobFileTooLargeError);
    expect(sent).toBeLessThan(10_000_000);
  });

  it('refuses another content type', async () => {
    const pathname = randomPathname();
    const clientToken = await uploadToken(server, token, pathname);
    await expect(
      put(pathname, '<script>alert(1)</script>', { ...options(clientToken), contentType: 'text/html' }),
    ).rejects.toThrow(BlobContentTypeNotAllowedError);
  });

  it('makes nothing public that the client means to be private', async () => {
    const pathname = randomPathname();
    const clientToken = await uploadToken(server, token, pathname);
    await expect(put(pathname, content, { ...options(clientToken), access: 'private' })).rejects.toThrow(
      'this store holds public blobs only',
    );
  });

  it('takes eleven uploads with one token: the first and the library’s retries', async () => {
    const pathname = randomPathname();
    const clientToken = await uploadToken(server, token, pathname);
    for (let one = 1; one <= 11; one += 1) {
      expect((await putCall(server, { pathname, token: clientToken })).status).toBe(200);
    }
    const error: unknown = await put(pathname, content, options(clientToken)).catch(
      (caught: unknown) => caught,
    );
    expect(error).toBeInstanceOf(BlobServiceRateLimited);
    expect((error as BlobServiceRateLimited).retryAfter).toBeGreaterThan(0);
  });

  it('lets no header change what the token says', async () => {
    const pathname = randomPathname();
    const clientToken = await uploadToken(server, token, pathname);
    const headers = { 'x-add-random-suffix': '0', 'x-allow-overwrite': '1', 'x-cache-control-max-age': '0' };
    const answer = await putCall(server, { pathname, token: clientToken, headers });
    const stored = (await answer.json()) as { pathname: string; url: string };
    expect(stored.pathname).toMatch(new RegExp(`^${pathname}-.{24}$`));
    expect((await fetch(stored.url)).headers.get('cache-control')).toContain('max-age=31536000');
  });

  it('does nothing else for a client token', async () => {
    const pathname = randomPathname();
    const client = { token: await uploadToken(server, token, pathname) };
    const { link } = await publishKeys(server, token);
    const outcomes = await Promise.allSettled([
      head(link, client),
      del(link, client),
      list(client),
      copy(link, pathname, { ...client, access: 'public' }),
    ]);
    for (const outcome of outcomes) {
      expect(String((outcome as PromiseRejectedResult).reason)).toContain(
        'not available when using a client',
      );
    }
    await expect(list({ token: READ_WRITE_TOKEN })).rejects.toThrow(BlobAccessError);
    expect((await fetch(link)).status).toBe(200);
  });

  it('says in the service’s form that it failed itself', async () => {
    const pathname = randomPathname();
    const clientToken = await grantFor(pathname, 10);
    const broken = await openTestServer();
    await broken.database.db.execute(sql`drop table blobs`);
    try {
      expect(await refusalOf(await putCall(broken, { pathname, token: clientToken }))).toEqual([
        500,
        'internal_server_error',
        'Please try again.',
      ]);
    } finally {
      await broken.close();
    }
  });

  it('answers 404 in the service’s form where there is nothing', async () => {
    const answer = await server.request('/blob/public/psi/nothing');
    expect(answer.status).toBe(404);
    await expect(answer.json()).resolves.toMatchObject({ error: { code: 'not_found' } });
  });

  it('writes links with its own origin, whatever the Host header says', async () => {
    const pathname = randomPathname();
    const clientToken = await uploadToken(server, token, pathname);
    const answer = await server.request(`http://other.localhost/blob/?pathname=${pathname}`, {
      method: 'PUT',
      body: 'x',
      headers: { authorization: `Bearer ${clientToken}`, 'x-api-version': '12' },
    });
    const { url } = (await answer.json()) as { url: string };
    expect(url.startsWith(`${server.origin}/blob/public/`)).toBe(true);
  });
});

/** Each call of an upload, as it would be taken with a good token. */
const CALLS: [string, (call: BlobCall) => Promise<Response>][] = [
  ['put', (call) => putCall(server, call)],
  ['create', (call) => multipartCall(server, 'create', call)],
  [
    'upload',
    (call) =>
      multipartCall(server, 'upload', { uploadId: 'x', key: 'x', partNumber: '1', body: 'x', ...call }),
  ],
  ['complete', (call) => multipartCall(server, 'complete', { uploadId: 'x', key: 'x', body: '[]', ...call })],
];
const DENIED = [403, 'forbidden', 'Access denied'];

describe.each(CALLS)('the call to %s is refused', (_name, send) => {
  it('without a token, or with what is none', async () => {
    const pathname = randomPathname();
    expect(await refusalOf(await send({ pathname }))).toEqual(DENIED);
    for (const none of ['x', 'vercel_blob_client_waystamp_', READ_WRITE_TOKEN, token, 'x'.repeat(9000)]) {
      expect(await refusalOf(await send({ pathname, token: none }))).toEqual(DENIED);
    }
  });

  it('with a token that another key signed, or another store’s', async () => {
    const pathname = randomPathname();
    for (const key of [
      `waystamp_${'0'.repeat(64)}`,
      READ_WRITE_TOKEN.replace('vercel_blob_rw_waystamp', 'other'),
    ]) {
      const forged = await mintClientToken(`vercel_blob_rw_${key}`, pathname, Date.now());
      expect(await refusalOf(await send({ pathname, token: forged }))).toEqual(DENIED);
    }
  });

  it('with a token whose payload, signature or store was changed', async () => {
    const pathname = randomPathname();
    const clientToken = await uploadToken(server, token, pathname);
    const [prefix = '', encoded = ''] = clientToken.split(/_(?=[^_]+$)/);
    const [signature = '', payload = ''] = Buffer.from(encoded, 'base64').toString().split('.');
    const grant = JSON.parse(Buffer.from(payload, 'base64').toString()) as object;
    const larger = Buffer.from(JSON.stringify({ ...grant, maximumSizeInBytes: 1e9 })).toString('base64');
    const changed = [`${signature}.${larger}`, `${'0'.repeat(64)}.${payload}`, `.${payload}`, payload];
    const tokens = changed.map((text) => `${prefix}_${Buffer.from(text).toString('base64')}`);
    for (const forged of [...tokens, clientToken.replace('_waystamp_', '_another_')]) {
      expect(await refusalOf(await send({ pathname, token: forged }))).toEqual(DENIED);
    }
  });

  it('from the moment the token expires', async () => {
    const pathname = randomPathname();
    const clientToken = await uploadToken(server, token, pathname);
    skewMs = 5 * 60_000;
    expect(await refusalOf(await send({ pathname, token: clientToken }))).toEqual([
      403,
      'forbidden',
      'Token expired',
    ]);
  });

  it.each([
    ['another', () => randomPathname()],
    ['a longer', (own: string) => `${own}x`],
    ['an escaped', (own: string) => own.replace('/', '%2F')],
    ['a dotted', (own: string) => `./${own}`],
    ['no', () => ''],
  ])('with the token for %s path', async (_which, pathname) => {
    const own = randomPathname();
    const clientToken = await uploadToken(server, token, own);
    expect(await refusalOf(await send({ pathname: pathname(own), token: clientToken }))).toEqual([
      400,
      'bad_request',
      '"pathname" does not match the token payload',
    ]);
  });

  it('for another content type, private access, and an API version before 7', async () => {
    const pathname = randomPathname();
    const clientToken = await uploadToken(server, token, pathname);
    for (const [header, value, message] of [
      ['x-content-type', 'text/html', 'contentType "text/html" is not allowed'],
      ['x-vercel-blob-access', 'private', 'this store holds public blobs only'],
      ['x-api-version', '6', 'x-api-version must be 7 or later'],
      ['x-api-version', 'x', 'x-api-version must be 7 or later'],
    ] as const) {
      const answer = await send({ pathname, token: clientToken, headers: { [header]: value } });
      expect(await refusalOf(answer)).toEqual([400, 'bad_request', message]);
    }
  });
});

describe('an upload token', () => {
  const body = (pathname: string) => ({
    type: 'blob.generate-client-token',
    payload: { pathname, clientPayload: null, multipart: false },
  });

  it('needs the anonymous identity', async () => {
    for (const identity of ['', 'nonsense', `${await anonymousToken(server)}x`]) {
      const answer = await server.request(
        '/api/psi/upload',
        jsonPost(token, body(randomPathname()), { 'x-identity-token': identity }),
      );
      expect(answer.status).toBe(401);
    }
  });

  it('binds the pathname, the size, the type and five minutes, and names nobody to call back', async () => {
    const pathname = randomPathname();
    const answer = await server.request(
      '/api/psi/upload',
      jsonPost(
        token,
        { ...body(pathname), payload: { ...body(pathname).payload, callbackUrl: 'http://127.0.0.1:1/' } },
        { 'x-identity-token': await anonymousToken(server) },
      ),
    );
    const { clientToken } = (await answer.json()) as { clientToken: string };
    const { validUntil, ...bound } = getPayloadFromClientToken(clientToken);
    expect(Math.abs((validUntil ?? 0) - Date.now() - 300_000)).toBeLessThan(60_000);
    expect(bound).toEqual({
      pathname,
      maximumSizeInBytes: 65_536,
      allowedContentTypes: [OCTETS],
      addRandomSuffix: true,
      allowOverwrite: false,
      cacheControlMaxAge: 31_536_000,
    });
  });

  it('given to two people for one pathname lets neither touch the other’s object', async () => {
    const pathname = randomPathname();
    const [ada, bob] = [token, await server.token('bob@mail.example')];
    const [first, second] = [
      await put(pathname, 'of ada', options(await uploadToken(server, ada, pathname))),
      await put(pathname, 'of bob', options(await uploadToken(server, bob, pathname))),
    ];
    expect(second.url).not.toBe(first.url);
    expect(await (await fetch(first.url)).text()).toBe('of ada');
  });

  it.each([
    'keys',
    'psi/short',
    'psi/../../etc/passwd0000000000',
    'other/0123456789abcdef0123456789abcdef',
    '',
  ])('is not given for the path %j', async (pathname) => {
    const answer = await server.request(
      '/api/psi/upload',
      jsonPost(token, body(pathname), { 'x-identity-token': await anonymousToken(server) }),
    );
    expect(answer.status).toBe(400);
  });
});

describe('the device’s upload to the embedded store', () => {
  const send = (pathname: string, clientToken: string, bytes = 47_672) =>
    uploadBlob({
      pathname,
      body: randomBytes(bytes),
      token: clientToken,
      apiUrl: `${server.origin}/blob`,
      fetch,
      clock: systemClock,
      deadlineMs: 1_000,
    });

  it('hears why it was refused', async () => {
    const [pathname, other] = [randomPathname(), randomPathname()];
    const clientToken = await uploadToken(server, token, pathname);
    await expect(send(pathname, clientToken)).resolves.toContain(`/blob/public/${pathname}-`);
    await expect(send(other, clientToken)).rejects.toMatchObject({ code: 'blob_bad_request' });
    await expect(send(pathname, clientToken, 65_537)).rejects.toMatchObject({ code: 'blob_bad_request' });
    await expect(send(pathname, `${clientToken}AAAA`)).rejects.toMatchObject({ code: 'blob_access_denied' });
    skewMs = 5 * 60_000;
    await expect(send(pathname, clientToken)).rejects.toMatchObject({ code: 'blob_access_denied' });
  });

  it('is limited with the seconds to wait', async () => {
    const pathname = randomPathname();
    const clientToken = await uploadToken(server, token, pathname);
    for (let one = 1; one <= 11; one += 1) await putCall(server, { pathname, token: clientToken });
    const limited = await send(pathname, clientToken).catch((caught: unknown) => caught as AppFailure);
    expect(limited).toMatchObject({ code: 'blob_rate_limited' });
    expect((limited as AppFailure).retryAfter).toBeGreaterThan(1);
  });
});

it('an object that no account announces is gone after a day, an announced one stays', async () => {
  const person = await signUp(server, 'tidy@mail.example');
  const orphan = await upload(server, token, Uint8Array.of(1));
  await tidy(server.database.db, Date.now() + 23 * 3_600_000);
  expect((await fetch(orphan)).status).toBe(200);
  await tidy(server.database.db, Date.now() + 25 * 3_600_000);
  expect((await fetch(orphan)).status).toBe(404);
  expect((await fetch(person.keys.link)).status).toBe(200);
});
