/** The upload in the product's browser build: the library's requests go through the given `fetch`. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type * as Blobs from '../../../worker/blob/blob.ts';
import { createHttp } from '../../../worker/client/http.ts';
import { recordingFetch } from '../../../worker/ledger/recording-fetch.ts';
import { systemClock } from '../../../worker/clock.ts';
import { useFolder } from '../../support/suite-folder.ts';
import { answerJson, inTurn, keepRequests, redirectTo } from '../../support/network/answers.ts';
import type { Received } from '../../support/network/answers.ts';
import { createLoopback } from '../../support/network/loopback.ts';

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const inFolder = useFolder();
let built: typeof Blobs;
beforeAll(async () => {
  await build({
    configFile: at('vite.config.ts'),
    logLevel: 'error',
    mode: 'part',
    publicDir: false,
    build: {
      outDir: inFolder(),
      lib: { entry: at('worker/blob/blob.ts'), formats: ['es'], fileName: () => 'blob.mjs' },
    },
  });
  built = (await import(pathToFileURL(inFolder('blob.mjs')).href)) as typeof Blobs;
});
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
  const attempts: Received[] = [];
  const limited = answerJson(429, { error: { code: 'rate_limited' } }, { 'retry-after': '1' });
  const stored = answerJson(200, { url: 'http://store.example/public/x' });
  const { origin } = await loopback.listen(keepRequests(attempts, inTurn(limited, stored)));
  const seen: string[] = [];
  await expect(upload(`${origin}/blob`, seen)).resolves.toBe('http://store.example/public/x');
  const url = `${origin}/blob/?pathname=psi%2F0123456789abcdef0123456789abcdef`;
  const sent = `public keys: PUT ${url}`;
  expect(seen).toEqual([sent, sent]);
  const three = Buffer.from([1, 2, 3]);
  expect(attempts.map(({ body }) => body)).toEqual([three, three]);
});

it.each([301, 302, 303, 307, 308])('an answer of %i from the store is not followed', async (status) => {
  const elsewhere = await loopback.listen(answerJson(200, { url: 'http://evil.example/x' }));
  const { origin, asked } = await loopback.listen(redirectTo(status, `${elsewhere.origin}/blob/`));
  await expect(upload(`${origin}/blob`, [], 500)).rejects.toMatchObject({ code: 'blob_unavailable' });
  expect([asked(), elsewhere.asked()]).toEqual([1, 0]);
});
