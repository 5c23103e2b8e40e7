import { randomBytes } from 'node:crypto';
import { createMultipartUpload, createMultipartUploader, put, uploadPart } from '@vercel/blob/client';
import { BlobFileTooLargeError, BlobNotFoundError } from '@vercel/blob';
import { count } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { tidy } from '../../../server/database/housekeeping.ts';
import { blobParts, blobUploads } from '../../../server/database/schema.ts';
import { openServer } from '../../../server/open.ts';
import { OCTETS, grantFor, multipartCall, putOptions, refusalOf } from './blob-calls.ts';
import type { BlobServer } from './blob-calls.ts';
import { useBlobStore } from './blob-setting.ts';
import { randomPathname } from '../../support/server/harness.ts';
import { SECRET } from '../../support/server/sign-in.ts';

const MIB = 1024 * 1024;

const setting = useBlobStore();

/** An upload started with the person's own token. */
async function begun() {
  const pathname = randomPathname();
  const token = await setting.uploadToken(pathname);
  return { pathname, token, ...(await createMultipartUpload(pathname, putOptions(token))) };
}
type Begun = Awaited<ReturnType<typeof begun>>;

const part = (upload: Begun, partNumber: number, body: Buffer) =>
  uploadPart(upload.pathname, body, { ...putOptions(upload.token), ...upload, partNumber });
const listed = (upload: Begun, parts: unknown, more: object = {}) =>
  multipartCall(setting.server, 'complete', { ...upload, body: JSON.stringify(parts), ...more });

describe('a multipart upload with the unchanged @vercel/blob client', () => {
  it('over 8 MiB is sent in two parts and becomes one object', async () => {
    const pathname = randomPathname();
    const content = randomBytes(8 * MIB + 1);
    const token = await grantFor(pathname, 9 * MIB);
    const stored = await put(pathname, content, { ...putOptions(token), multipart: true });
    expect(stored).toMatchObject({
      pathname,
      url: `${setting.server.origin}/blob/public/${pathname}`,
      downloadUrl: `${stored.url}?download=1`,
      contentType: OCTETS,
    });
    expect(stored.etag).toMatch(/^"[0-9a-f]{32}-2"$/);
    const answer = await fetch(stored.url);
    expect(answer.headers.get('etag')).toBe(stored.etag);
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
  });

  it('of public keys works with the token that the server gives', async () => {
    const upload = await begun();
    const content = randomBytes(47_672);
    const stored = await put(upload.pathname, content, { ...putOptions(upload.token), multipart: true });
    expect(Buffer.from(await (await fetch(stored.url)).arrayBuffer()).equals(content)).toBe(true);
  });

  it('orders parts by their numbers, however they arrive, and uses the last of each number', async () => {
    const pathname = randomPathname();
    const [first, second] = [randomBytes(5 * MIB), randomBytes(100)];
    const uploader = await createMultipartUploader(pathname, putOptions(await grantFor(pathname, 6 * MIB)));
    const late = await uploader.uploadPart(7, second);
    await uploader.uploadPart(2, randomBytes(10));
    const early = await uploader.uploadPart(2, first);
    const { url } = await uploader.complete([late, early]);
    const content = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(content.equals(Buffer.concat([first, second]))).toBe(true);
  });

  it('leaves out parts that are not listed', async () => {
    const upload = await begun();
    await part(upload, 1, randomBytes(10));
    const kept = await part(upload, 2, Buffer.from('kept'));
    const { url } = (await (await listed(upload, [kept])).json()) as { url: string };
    expect(await (await fetch(url)).text()).toBe('kept');
  });

  it('may be completed again after a lost answer, with the same answer', async () => {
    const upload = await begun();
    const only = await part(upload, 1, randomBytes(10));
    const [first, second] = [await listed(upload, [only]), await listed(upload, [only])];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await second.json()).toEqual(await first.json());
    expect((await listed(upload, [{ ...only, partNumber: 2 }])).status).toBe(404);
  });

  it('stores one object, however many uploads its token has started', async () => {
    const first = await begun();
    const second = { ...first, ...(await createMultipartUpload(first.pathname, putOptions(first.token))) };
    const parts = [
      await part(first, 1, Buffer.from('first')),
      await part(second, 1, Buffer.from('second')),
    ] as const;
    const { url } = (await (await listed(first, [parts[0]])).json()) as { url: string };
    expect(await refusalOf(await listed(second, [parts[1]]))).toEqual([
      400,
      'bad_request',
      'This blob already exists',
    ]);
    expect(await (await fetch(url)).text()).toBe('first');
  });

  it('may reach another copy of the server with each call', async () => {
    const other = await openServer({
      config: readConfig({ WAYSTAMP_SECRET: SECRET, WAYSTAMP_DEMO_CASE: 'empty' }),
      database: setting.server.database,
      log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
      page: null,
      origins: () => [setting.server.origin],
    });
    const copy: BlobServer = { request: async (path, init) => other.app.request(path, init) };
    try {
      const upload = await begun();
      const call = { ...upload, partNumber: '1', body: Uint8Array.from(randomBytes(10)) };
      const { etag } = (await (await multipartCall(copy, 'upload', call)).json()) as { etag: string };
      const { url } = (await (await listed(upload, [{ partNumber: 1, etag }])).json()) as { url: string };
      const answer = await copy.request(url);
      expect(Buffer.from(await answer.arrayBuffer()).equals(call.body)).toBe(true);
    } finally {
      await other.close();
    }
  });
});

const NOT_UPLOADED = 'a listed part was not uploaded, or has another ETag';
const NO_LIST = 'the list of parts is not valid';

describe('a multipart upload is refused', () => {
  it('when a part is larger than the token allows', async () => {
    const upload = await begun();
    await expect(part(upload, 1, randomBytes(64 * 1024 + 1))).rejects.toThrow(BlobFileTooLargeError);
    await expect(part(upload, 1, randomBytes(64 * 1024))).resolves.toBeDefined();
  });

  it('when a part exceeds what the token allows by megabytes', async () => {
    const upload = await begun();
    await expect(part(upload, 1, randomBytes(20 * MIB))).rejects.toThrow(BlobFileTooLargeError);
  });

  it('when its parts together exceed what the token allows, even if they arrive at once', async () => {
    const upload = await begun();
    const parts = Array.from({ length: 8 }, (_, index) => part(upload, index + 1, randomBytes(10_000)));
    const outcomes = await Promise.allSettled(parts);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(2);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(BlobFileTooLargeError);
  });

  it('when a token for fewer bytes completes it', async () => {
    const upload = await begun();
    const only = await part(upload, 1, randomBytes(1000));
    const token = await grantFor(upload.pathname, 999);
    expect(await refusalOf(await listed(upload, [only], { token }))).toEqual([
      400,
      'bad_request',
      'the file length cannot be greater than 999 bytes',
    ]);
  });

  it('with a part under 5 MiB that is not the last', async () => {
    const upload = await begun();
    const parts = [await part(upload, 1, randomBytes(10)), await part(upload, 2, randomBytes(10))];
    expect(await refusalOf(await listed(upload, parts))).toEqual([
      400,
      'bad_request',
      'every part but the last must have at least 5242880 bytes',
    ]);
  });

  it.each(['0', '10001', '1.5', '-1', 'one', ''])('with the part number %j', async (partNumber) => {
    const answer = await multipartCall(setting.server, 'upload', {
      ...(await begun()),
      partNumber,
      body: 'x',
    });
    expect(await refusalOf(answer)).toEqual([400, 'bad_request', 'x-mpu-part-number must be 1 to 10000']);
  });

  it('with an empty part', async () => {
    const answer = await multipartCall(setting.server, 'upload', {
      ...(await begun()),
      partNumber: '1',
      body: '',
    });
    expect(await refusalOf(answer)).toEqual([400, 'bad_request', 'the body is empty']);
  });

  it.each<[string, string, (only: { partNumber: number; etag: string }) => unknown]>([
    ['another ETag', NOT_UPLOADED, (only) => [{ ...only, etag: '"0"' }]],
    ['a part that never came', NOT_UPLOADED, (only) => [only, { ...only, partNumber: 2 }]],
    ['a part twice', NO_LIST, (only) => [only, only]],
    ['no part', NO_LIST, () => []],
    ['more parts than there can be', NO_LIST, (only) => Array.from({ length: 10_001 }, () => only)],
    ['no list', NO_LIST, (only) => only],
    ['no JSON', NO_LIST, () => undefined],
  ])('when it is completed with %s', async (_name, message, list) => {
    const upload = await begun();
    const only = await part(upload, 1, randomBytes(10));
    const body = JSON.stringify(list(only)) ?? '{';
    const answer = await multipartCall(setting.server, 'complete', { ...upload, body });
    expect(await refusalOf(answer)).toEqual([400, 'bad_request', message]);
    expect((await listed(upload, [only])).status).toBe(200);
  });

  it.each<[string, (upload: Begun) => Partial<Begun>]>([
    ['an id that was never given', () => ({ uploadId: 'x'.repeat(32) })],
    ['another key', (upload) => ({ key: `${upload.pathname}-another` })],
    ['a key that is no escaped text', () => ({ key: undefined, headers: { 'x-mpu-key': '%' } }) as object],
  ])('with %s', async (_name, wrong) => {
    const upload = await begun();
    const call = { ...upload, ...wrong(upload) };
    const gone = [404, 'not_found', 'The requested upload does not exist'];
    const partCall = { ...call, partNumber: '1', body: 'x' };
    expect(await refusalOf(await multipartCall(setting.server, 'upload', partCall))).toEqual(gone);
    const list = JSON.stringify([{ partNumber: 1, etag: '"x"' }]);
    expect(await refusalOf(await multipartCall(setting.server, 'complete', { ...call, body: list }))).toEqual(
      gone,
    );
  });

  it('with a token for another path', async () => {
    const [upload, other] = [await begun(), await begun()];
    const only = await part(upload, 1, randomBytes(10));
    const thief = { ...upload, pathname: other.pathname, token: other.token };
    await expect(part(thief, 1, randomBytes(10))).rejects.toThrow(BlobNotFoundError);
    expect((await listed(thief, [only])).status).toBe(404);
    expect((await listed(upload, [only])).status).toBe(200);
  });

  it('with an unknown action', async () => {
    const [status, code] = await refusalOf(await multipartCall(setting.server, 'abort', await begun()));
    expect([status, code]).toEqual([400, 'bad_request']);
  });
});

describe('an upload that is abandoned', () => {
  const rows = async () => {
    const { db } = setting.server.database;
    const [[uploads], [parts]] = [
      await db.select({ count: count() }).from(blobUploads),
      await db.select({ count: count() }).from(blobParts),
    ];
    return [uploads?.count, parts?.count];
  };

  it('ends when the token that started it expires, and is deleted with its parts', async () => {
    await tidy(setting.server.database.db, Date.now() + 3_600_000);
    const upload = await begun();
    await part(upload, 1, randomBytes(10));
    expect(await rows()).toEqual([1, 1]);
    await tidy(setting.server.database.db, Date.now());
    expect(await rows()).toEqual([1, 1]);

    setting.skewMs = 5 * 60_000;
    const token = await setting.uploadToken(upload.pathname);
    await expect(part({ ...upload, token }, 2, randomBytes(10))).rejects.toThrow(BlobNotFoundError);
    await tidy(setting.server.database.db, Date.now() + setting.skewMs);
    expect(await rows()).toEqual([0, 0]);
  });

  it('leaves nothing behind when it is completed', async () => {
    await tidy(setting.server.database.db, Date.now() + 3_600_000);
    const upload = await begun();
    const only = await part(upload, 1, randomBytes(10));
    await part(upload, 2, randomBytes(10));
    expect((await listed(upload, [only])).status).toBe(200);
    expect(await rows()).toEqual([0, 0]);
  });

  it('can be started eleven times with one token', async () => {
    const upload = await begun();
    for (let more = 1; more < 11; more += 1) {
      expect((await multipartCall(setting.server, 'create', upload)).status).toBe(200);
    }
    const answer = await multipartCall(setting.server, 'create', upload);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    const [status, code] = await refusalOf(answer);
    expect([status, code]).toEqual([429, 'rate_limited']);
  });
});
