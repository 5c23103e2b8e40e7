/** The upload as the product's build makes it for a browser: the library's requests go through the given `fetch`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type * as Blobs from '../../../worker/account/blob.ts';
import { createHttp } from '../../../worker/account/http.ts';
import { recordingFetch } from '../../../worker/ledger/recording-fetch.ts';
import { systemClock } from '../../../worker/clock.ts';
import { createLoopback } from '../../loopback.ts';

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

let folder: string;
let built: typeof Blobs;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waystamp-blob-'));
  await build({
    configFile: at('vite.config.ts'),
    logLevel: 'error',
    mode: 'part',
    publicDir: false,
    build: {
      outDir: folder,
      lib: { entry: at('worker/account/blob.ts'), formats: ['es'], fileName: () => 'blob.mjs' },
    },
  });
  built = (await import(pathToFileURL(join(folder, 'blob.mjs')).href)) as typeof Blobs;
});
afterAll(() => rm(folder, { recursive: true }));

const loopback = createLoopback();
afterEach(() => loopback.close());

const upload = (apiUrl: string, seen: string[], deadlineMs?: number): Promise<string> =>
  built.uploadBlob({
    pathname: 'psi/0123456789abcdef0123456789abcdef',
    body: new Uint8Array([1, 2, 3]),
    token: 'vercel_blob_client_store_test',
    apiUrl,
    fetch: createHttp({
      origin: apiUrl,
      fetch,
      recording: (send, purpose) =>
        recordingFetch(send, (method, url) => {
          seen.push(`${purpose}: ${method} ${url}`);
          return { sent: () => {}, received: () => {}, redirected: () => {}, end: () => {} };
        }),
    }).for('public keys'),
    clock: systemClock,
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  });

it('every request goes through the core’s own fetch, with its purpose', async () => {
  let attempts = 0;
  const bodies: Buffer[] = [];
  const origin = await loopback.listen((request, response) => {
    attempts += 1;
    request.on('data', (chunk: Buffer) => bodies.push(chunk));
    request.on('end', () => {
      response.writeHead(attempts === 1 ? 429 : 200, {
        'content-type': 'application/json',
        'retry-after': '1',
      });
      response.end(
        JSON.stringify(
          attempts === 1 ? { error: { code: 'rate_limited' } } : { url: 'http://store.example/public/x' },
        ),
      );
    });
  });
  const seen: string[] = [];
  await expect(upload(`${origin}/blob`, seen)).resolves.toBe('http://store.example/public/x');
  const url = `${origin}/blob/?pathname=psi%2F0123456789abcdef0123456789abcdef`;
  const sent = `public keys: PUT ${url}`;
  expect(seen).toEqual([sent, sent]);
  expect(Array.from(Buffer.concat(bodies))).toEqual([1, 2, 3, 1, 2, 3]);
});

it.each([301, 302, 303, 307, 308])('a store that answers %i is not followed', async (status) => {
  let reached = 0;
  const elsewhere = await loopback.listen((_request, response) => {
    reached += 1;
    response.end(JSON.stringify({ url: 'http://evil.example/x' }));
  });
  let asked = 0;
  const origin = await loopback.listen((_request, response) => {
    asked += 1;
    response.writeHead(status, { location: `${elsewhere}/blob/` }).end();
  });
  await expect(upload(`${origin}/blob`, [], 500)).rejects.toMatchObject({ code: 'blob_unavailable' });
  expect([asked, reached]).toEqual([1, 0]);
});
