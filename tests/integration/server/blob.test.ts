import { randomBytes } from 'node:crypto';
import { put } from '@vercel/blob/client';
import {
  BlobAccessError,
  BlobClientTokenExpiredError,
  BlobContentTypeNotAllowedError,
  BlobFileTooLargeError,
  BlobPathnameMismatchError,
} from '@vercel/blob';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintClientToken } from '../../../server/blob/mint.ts';
import { createVercelStore } from '../../../server/blob/vercel-store.ts';
import { tidy } from '../../../server/database/housekeeping.ts';
import { Refusal } from '../../../server/web/refusal.ts';
import {
  anonymousToken,
  jsonPost,
  openTestServer,
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
afterAll(() => server.close());

const content = randomBytes(47_672);
const options = (clientToken: string) =>
  ({ access: 'public', token: clientToken, contentType: 'application/octet-stream' }) as const;

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
    try {
      await expect(put(pathname, content, options(clientToken))).rejects.toThrow(BlobClientTokenExpiredError);
    } finally {
      skewMs = 0;
    }
  });

  it('refuses a forged token, and one of another store', async () => {
    const pathname = randomPathname();
    const forged = await mintClientToken(`vercel_blob_rw_waystamp_${'0'.repeat(64)}`, pathname, Date.now());
    await expect(put(pathname, content, options(forged))).rejects.toThrow(BlobAccessError);
    const foreign = await mintClientToken(`vercel_blob_rw_other_${'0'.repeat(64)}`, pathname, Date.now());
    await expect(put(pathname, content, options(foreign))).rejects.toThrow(BlobAccessError);
  });

  it('refuses a token whose payload was changed', async () => {
    const pathname = randomPathname();
    const clientToken = await uploadToken(server, token, pathname);
    const [prefix = '', encoded = ''] = clientToken.split(/_(?=[^_]+$)/);
    const [signature = '', payload = ''] = Buffer.from(encoded, 'base64').toString().split('.');
    const grant = JSON.parse(Buffer.from(payload, 'base64').toString()) as object;
    const larger = Buffer.from(JSON.stringify({ ...grant, maximumSizeInBytes: 1e9 })).toString('base64');
    const changed = `${prefix}_${Buffer.from(`${signature}.${larger}`).toString('base64')}`;
    await expect(put(pathname, content, options(changed))).rejects.toThrow(BlobAccessError);
  });

  it('refuses more than 64 KiB', async () => {
    const pathname = randomPathname();
    const clientToken = await uploadToken(server, token, pathname);
    await expect(put(pathname, randomBytes(64 * 1024 + 1), options(clientToken))).rejects.toThrow(
      BlobFileTooLargeError,
    );
    await expect(put(pathname, randomBytes(64 * 1024), options(clientToken))).resolves.toBeDefined();
  });

  it('refuses another content type', async () => {
    const pathname = randomPathname();
    const clientToken = await uploadToken(server, token, pathname);
    await expect(
      put(pathname, '<script>alert(1)</script>', { ...options(clientToken), contentType: 'text/html' }),
    ).rejects.toThrow(BlobContentTypeNotAllowedError);
  });

  it('refuses an API version before 7, and calls without a token', async () => {
    const path = `/blob/?pathname=${randomPathname()}`;
    const old = await server.request(path, { method: 'PUT', body: 'x', headers: { 'x-api-version': '6' } });
    expect(old.status).toBe(400);
    const bare = await server.request(path, { method: 'PUT', body: 'x', headers: { 'x-api-version': '12' } });
    expect(bare.status).toBe(403);
    await expect(bare.json()).resolves.toMatchObject({ error: { code: 'forbidden' } });
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

describe('Vercel Blob as the store', () => {
  const readWriteToken = 'vercel_blob_rw_AbCdEf12_0123456789';
  const link = 'https://abcdef12.public.blob.vercel-storage.com/psi/0123456789abcdef-xyz';
  const edge = (answer: () => Promise<Response>): { asked: string[]; send: typeof fetch } => {
    const asked: string[] = [];
    return {
      asked,
      send: async (input, init) => {
        asked.push(`${init?.redirect} ${new Request(input).url}`);
        return answer();
      },
    };
  };

  it('is read at the link, without following redirects', async () => {
    const { asked, send } = edge(async () => new Response(content));
    const bytes = await createVercelStore(readWriteToken, { fetch: send }).read(link);
    expect(Buffer.from(bytes).equals(content)).toBe(true);
    expect(asked).toEqual([`error ${link}`]);
  });

  it.each([
    'https://other.public.blob.vercel-storage.com/psi/0123456789abcdef-xyz',
    'https://abcdef12.public.blob.vercel-storage.com.evil.example/psi/x',
    'https://abcdef12.public.blob.vercel-storage.com@evil.example/psi/x',
    'https://abcdef12.public.blob.vercel-storage.com:8443/psi/x',
    'http://abcdef12.public.blob.vercel-storage.com/psi/x',
    'http://169.254.169.254/psi/x',
  ])('never asks another host: %s', async (foreign) => {
    const { asked, send } = edge(async () => new Response(content));
    await expect(createVercelStore(readWriteToken, { fetch: send }).read(foreign)).rejects.toThrow(Refusal);
    expect(asked).toEqual([]);
  });

  it('is read no further than 64 KiB', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 16_384;
        controller.enqueue(new Uint8Array(16_384));
      },
    });
    const { send } = edge(async () => new Response(endless));
    await expect(createVercelStore(readWriteToken, { fetch: send }).read(link)).rejects.toMatchObject({
      status: 400,
    });
    expect(sent).toBeLessThan(200_000);
  });

  it('that does not answer is not the person’s fault', async () => {
    for (const answer of [
      async () => new Response(null, { status: 503 }),
      async (): Promise<Response> => {
        throw new TypeError('fetch failed');
      },
    ]) {
      const { send } = edge(answer);
      await expect(createVercelStore(readWriteToken, { fetch: send }).read(link)).rejects.toMatchObject({
        status: 503,
        retryAfter: 5,
      });
    }
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
