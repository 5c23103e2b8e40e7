import { randomBytes } from 'node:crypto';
import { put } from '@vercel/blob/client';
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
import { eq, like, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { CLIENT_TOKEN_MS } from '../../../server/blob/limits.ts';
import { createBlobObjects } from '../../../server/blob/objects.ts';
import { mintClientToken } from '../../../server/blob/mint.ts';
import { TIDY_MS, tidy } from '../../../server/database/housekeeping.ts';
import { blobs } from '../../../server/database/schema.ts';
import { READ_WRITE_TOKEN, grantFor, putCall, putOptions, refusalOf } from './blob-calls.ts';
import { useBlobStore } from './blob-setting.ts';
import { publishKeys, randomPathname, signUp, upload, withTestServer } from '../../support/server/harness.ts';

const setting = useBlobStore();

const content = randomBytes(47_672);

describe('the embedded store, with the unchanged @vercel/blob client', () => {
  it('keeps an object under its token’s name and serves it permanently', async () => {
    const pathname = randomPathname();
    const clientToken = await setting.uploadToken(pathname);
    const stored = await put(pathname, content, putOptions(clientToken));
    expect(stored.pathname).toBe(pathname);
    expect(stored.url).toBe(`${setting.server.origin}/blob/public/${pathname}`);
    expect(stored.contentType).toBe('application/octet-stream');

    const answer = await fetch(stored.url);
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const again = await fetch(stored.url, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });

  it('stores one object per token, and never overwrites it', async () => {
    const pathname = randomPathname();
    const clientToken = await setting.uploadToken(pathname);
    const first = await put(pathname, content, putOptions(clientToken));
    const again = put(pathname, randomBytes(100), putOptions(clientToken));
    await expect(again).rejects.toThrow('This blob already exists');
    const objects = await setting.server.database.db.$count(blobs, like(blobs.pathname, `${pathname}%`));
    expect(objects).toBe(1);
    const kept = await (await fetch(first.url)).arrayBuffer();
    expect(Buffer.from(kept).equals(content)).toBe(true);
  });

  it('stores one of many objects that arrive with one token at once', async () => {
    const pathname = randomPathname();
    const token = await setting.uploadToken(pathname);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        putCall(setting.server, { pathname, token, body: `of ${index}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(7);
  });

  it('gives the same answer to a repeated upload, as after a lost answer', async () => {
    const pathname = randomPathname();
    const clientToken = await setting.uploadToken(pathname);
    const first = await put(pathname, content, putOptions(clientToken));
    await expect(put(pathname, content, putOptions(clientToken))).resolves.toEqual(first);
  });

  it('refuses a token for another path', async () => {
    const clientToken = await setting.uploadToken(randomPathname());
    await expect(put(randomPathname(), content, putOptions(clientToken))).rejects.toThrow(
      BlobPathnameMismatchError,
    );
  });

  it('refuses an expired token', async () => {
    const pathname = randomPathname();
    const clientToken = await setting.uploadToken(pathname);
    setting.skewMs = 5 * 60_000;
    await expect(put(pathname, content, putOptions(clientToken))).rejects.toThrow(
      BlobClientTokenExpiredError,
    );
  });

  it('refuses a forged token', async () => {
    const pathname = randomPathname();
    const forged = await mintClientToken(`vercel_blob_rw_waystamp_${'0'.repeat(64)}`, pathname, Date.now());
    await expect(put(pathname, content, putOptions(forged))).rejects.toThrow(BlobAccessError);
  });

  it.each([1, 20 * 1024 * 1024])('refuses %i bytes more than 64 KiB, and not one less', async (more) => {
    const pathname = randomPathname();
    const clientToken = await setting.uploadToken(pathname);
    await expect(put(pathname, randomBytes(64 * 1024 + more), putOptions(clientToken))).rejects.toThrow(
      BlobFileTooLargeError,
    );
    await expect(put(pathname, randomBytes(64 * 1024), putOptions(clientToken))).resolves.toBeDefined();
  });

  it('reads no further than 64 KiB when the request does not give the body’s length', async () => {
    const pathname = randomPathname();
    const clientToken = await setting.uploadToken(pathname);
    let sent = 0;
    const long = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 16_384;
        controller.enqueue(new Uint8Array(16_384));
        if (sent > 20_000_000) controller.close();
      },
    });
    await expect(put(pathname, long, putOptions(clientToken))).rejects.toThrow(BlobFileTooLargeError);
    expect(sent).toBeLessThan(10_000_000);
  });

  it('refuses another content type', async () => {
    const pathname = randomPathname();
    const clientToken = await setting.uploadToken(pathname);
    await expect(
      put(pathname, '<script>alert(1)</script>', { ...putOptions(clientToken), contentType: 'text/html' }),
    ).rejects.toThrow(BlobContentTypeNotAllowedError);
  });

  it('publishes nothing that the client marks as private', async () => {
    const pathname = randomPathname();
    const clientToken = await setting.uploadToken(pathname);
    await expect(put(pathname, content, { ...putOptions(clientToken), access: 'private' })).rejects.toThrow(
      'this store holds public blobs only',
    );
  });

  it('accepts eleven uploads with one token: the first and the library’s retries', async () => {
    const pathname = randomPathname();
    const clientToken = await setting.uploadToken(pathname);
    for (let one = 1; one <= 11; one += 1) {
      expect((await putCall(setting.server, { pathname, token: clientToken })).status).toBe(200);
    }
    const error: unknown = await put(pathname, content, putOptions(clientToken)).catch(
      (caught: unknown) => caught,
    );
    expect(error).toBeInstanceOf(BlobServiceRateLimited);
    expect((error as BlobServiceRateLimited).retryAfter).toBeGreaterThan(0);
  });

  it('lets no header override the token', async () => {
    const pathname = randomPathname();
    const clientToken = await setting.uploadToken(pathname);
    const headers = { 'x-add-random-suffix': '1', 'x-allow-overwrite': '1', 'x-cache-control-max-age': '0' };
    const answer = await putCall(setting.server, { pathname, token: clientToken, headers });
    const stored = (await answer.json()) as { pathname: string; url: string };
    expect(stored.pathname).toBe(pathname);
    expect((await fetch(stored.url)).headers.get('cache-control')).toContain('max-age=31536000');
  });

  it('does nothing else for a client token', async () => {
    const pathname = randomPathname();
    const client = { token: await setting.uploadToken(pathname) };
    const { link } = await publishKeys(setting.server, setting.token);
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

  it('reports its own failure in the service’s form', async () => {
    const pathname = randomPathname();
    const clientToken = await grantFor(pathname, 10);
    await withTestServer({}, async (broken) => {
      await broken.database.db.execute(sql`drop table blobs`);
      expect(await refusalOf(await putCall(broken, { pathname, token: clientToken }))).toEqual([
        500,
        'internal_server_error',
        'Please try again.',
      ]);
    });
  });

  it('answers 404 in the service’s form when there is no object', async () => {
    const answer = await setting.server.request('/blob/public/psi/nothing');
    expect(answer.status).toBe(404);
    await expect(answer.json()).resolves.toMatchObject({ error: { code: 'not_found' } });
  });

  it.each(['other/name', 'psi/', 'psi/a/b', 'psi/a.b', 'psi/%00', 'psi/%C3%A9', `psi/${'x'.repeat(201)}`])(
    'asks the database for names of its own form only: %s is not found',
    async (pathname) => {
      await withTestServer({}, async (broken) => {
        await broken.database.db.execute(sql`drop table blobs`);
        const answer = await broken.request(`/blob/public/${pathname}`);
        expect(await refusalOf(answer)).toMatchObject([404, 'not_found', expect.any(String)]);
        expect((await broken.request('/blob/public/psi/nothing')).status).toBe(500);
      });
    },
  );

  it('writes links with its own origin, whatever the Host header says', async () => {
    const pathname = randomPathname();
    const clientToken = await setting.uploadToken(pathname);
    const answer = await setting.server.request(`http://other.localhost/blob/?pathname=${pathname}`, {
      method: 'PUT',
      body: 'x',
      headers: { authorization: `Bearer ${clientToken}`, 'x-api-version': '12' },
    });
    const { url } = (await answer.json()) as { url: string };
    expect(url.startsWith(`${setting.server.origin}/blob/public/`)).toBe(true);
  });
});

it('the name of a deleted object stays taken while its token may still be valid', async () => {
  const { db } = setting.server.database;
  const objects = createBlobObjects(db);
  const row = (pathname: string) => db.$count(blobs, eq(blobs.pathname, pathname));
  const pathname = randomPathname();
  const token = await setting.uploadToken(pathname);
  const { url } = await put(pathname, 'first', putOptions(token));
  await objects.remove(pathname);
  expect((await fetch(url)).status).toBe(404);
  for (const again of ['first', 'second']) {
    await expect(put(pathname, again, putOptions(token))).rejects.toThrow('This blob already exists');
  }
  expect((await fetch(url)).status).toBe(404);

  const earlier = new Date(Date.now() - CLIENT_TOKEN_MS - 60_000);
  await db.update(blobs).set({ createdAt: earlier }).where(eq(blobs.pathname, pathname));
  await objects.remove(pathname);
  expect(await row(pathname)).toBe(0);
});

it('an object that no account announces is deleted within an hour, an announced one stays', async () => {
  const person = await signUp(setting.server, 'tidy@mail.example');
  const orphan = await upload(setting.server, setting.token, Uint8Array.of(1));
  const hour = 3_600_000;
  // Enough time to announce it.
  await tidy(setting.server.database.db, Date.now() + hour / 2);
  expect((await fetch(orphan)).status).toBe(200);
  // This may be the last cleanup before the hour has passed.
  await tidy(setting.server.database.db, Date.now() + hour - TIDY_MS + 1);
  expect((await fetch(orphan)).status).toBe(404);
  expect((await fetch(person.keys.link)).status).toBe(200);
});
