import { describe, expect, it } from 'vitest';
import { mintClientToken } from '../../../server/blob/mint.ts';
import { READ_WRITE_TOKEN, multipartCall, putCall, refusalOf } from './blob-calls.ts';
import type { BlobCall } from './blob-calls.ts';
import { useBlobStore } from './blob-setting.ts';
import { randomPathname } from '../../support/server/harness.ts';

const setting = useBlobStore();

/** Each call of an upload, valid except for its token. */
const CALLS: [string, (call: BlobCall) => Promise<Response>][] = [
  ['put', (call) => putCall(setting.server, call)],
  ['create', (call) => multipartCall(setting.server, 'create', call)],
  [
    'upload',
    (call) =>
      multipartCall(setting.server, 'upload', {
        uploadId: 'x',
        key: 'x',
        partNumber: '1',
        body: 'x',
        ...call,
      }),
  ],
  [
    'complete',
    (call) => multipartCall(setting.server, 'complete', { uploadId: 'x', key: 'x', body: '[]', ...call }),
  ],
];
const DENIED = [403, 'forbidden', 'Access denied'];

describe.each(CALLS)('the call to %s is refused', (_name, send) => {
  it('without a token, or with something else', async () => {
    const pathname = randomPathname();
    expect(await refusalOf(await send({ pathname }))).toEqual(DENIED);
    for (const none of [
      'x',
      'vercel_blob_client_waystamp_',
      READ_WRITE_TOKEN,
      setting.token,
      'x'.repeat(9000),
    ]) {
      expect(await refusalOf(await send({ pathname, token: none }))).toEqual(DENIED);
    }
  });

  it('with a token signed by another key or for another store', async () => {
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
    const clientToken = await setting.uploadToken(pathname);
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
    const clientToken = await setting.uploadToken(pathname);
    setting.skewMs = 5 * 60_000;
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
    const clientToken = await setting.uploadToken(own);
    expect(await refusalOf(await send({ pathname: pathname(own), token: clientToken }))).toEqual([
      400,
      'bad_request',
      '"pathname" does not match the token payload',
    ]);
  });

  it('for another content type, private access, and an API version before 7', async () => {
    const pathname = randomPathname();
    const clientToken = await setting.uploadToken(pathname);
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
