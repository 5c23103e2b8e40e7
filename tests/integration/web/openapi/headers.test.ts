/** Every route, every kind of file and every kind of error has the same security headers. */
import { mkdir, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useFolder } from '../../../support/suite-folder.ts';
import { openTestServer } from '../../../support/server/harness.ts';
import type { TestServer } from '../../../support/server/harness.ts';
import type { OpenApi } from '../../../support/server/openapi/conformance.ts';
import { headerFaults } from '../../../support/server/openapi/headers.ts';

/** The contents of a build of the page: `vite build` and `public/`. */
const FILES = [
  'index.html',
  'service-worker.js',
  'manifest.webmanifest',
  'icon.svg',
  'icon-192.png',
  'favicon.ico',
  'robots.txt',
  'assets/index-abc123.js',
  'assets/index-abc123.js.map',
  'assets/index-abc123.css',
  'assets/psi-abc123.wasm',
  'assets/text-abc123.woff2',
  'assets/data-abc123.json',
  'assets/unknown-abc123.xyz',
];
const FOREIGN = { origin: 'https://evil.example' };
const PREFLIGHT = {
  ...FOREIGN,
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization, content-type',
};

const inFolder = useFolder();
let server: TestServer;
let document: OpenApi;
beforeAll(async () => {
  await mkdir(inFolder('assets'));
  for (const file of FILES) await writeFile(inFolder(file), 'x'.repeat(2000));
  server = await openTestServer({ page: inFolder() });
  document = (await (await server.request('/api/openapi.json')).json()) as OpenApi;
});
afterAll(async () => {
  await server.close();
});

const faultsOf = (answer: Response): string[] => headerFaults((name) => answer.headers.get(name));

describe('security headers', () => {
  it('are on the answers of every route, signed in or not, and allow no other origin', async () => {
    const token = await server.token('headers@mail.example');
    let routes = 0;
    for (const [path, methods] of Object.entries(document.paths)) {
      const target = path.replaceAll(/\{\w+\}/g, 'x');
      for (const method of Object.keys(methods)) {
        routes += 1;
        for (const more of [{}, { authorization: `Bearer ${token}` }]) {
          const init = { method: method.toUpperCase(), headers: { ...FOREIGN, ...more } };
          const answer = await server.request(target, init);
          expect({ method, target, faults: faultsOf(answer) }).toEqual({ method, target, faults: [] });
        }
      }
      const preflight = await server.request(target, { method: 'OPTIONS', headers: PREFLIGHT });
      expect({ target, faults: faultsOf(preflight), ok: preflight.ok }).toEqual({
        target,
        faults: [],
        ok: false,
      });
    }
    expect(routes).toBeGreaterThan(30);
  });

  it.each(FILES)('are on the page’s files: %s', async (file) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await server.request(`/${file}`, { method, headers: FOREIGN });
      expect(answer.status).toBe(200);
      expect(faultsOf(answer)).toEqual([]);
    }
    const part = await server.request(`/${file}`, { headers: { ...FOREIGN, range: 'bytes=0-9' } });
    expect(part.status).toBe(206);
    expect(faultsOf(part)).toEqual([]);
  });

  it.each([
    ['nothing', 404, '/nothing/here', {}],
    ['a part of a file that it does not have', 416, '/index.html', { headers: { range: 'bytes=9999-' } }],
    ['another host', 421, 'http://rebound.example/api/config', {}],
    ['no sign-in', 401, '/api/users/get_by_email?email=a', {}],
    ['no JSON', 401, '/api/users/create_account', { method: 'POST', body: '{' }],
    ['too much', 413, '/api/users/create_account', { method: 'POST', body: 'x'.repeat(40_000) }],
    ['a method that there is not', 404, '/api/config', { method: 'DELETE' }],
    ['a change of the page', 404, '/', { method: 'POST', body: 'x' }],
  ])('are on errors: %s', async (_name, status, path, init) => {
    const answer = await server.request(path, init);
    expect(answer.status).toBe(status);
    expect(faultsOf(answer)).toEqual([]);
  });
});

describe('a fault in headers', () => {
  const good = async (): Promise<Headers> => new Headers((await server.request('/')).headers);
  it.each([
    ['a cookie', 'set-cookie', 'a=b'],
    ['another origin that is let in', 'access-control-allow-origin', '*'],
    [
      'inline scripts',
      'content-security-policy',
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; script-src 'unsafe-inline'",
    ],
    [
      'evaluated scripts',
      'content-security-policy',
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; script-src 'self' 'unsafe-eval'",
    ],
    ['no policy', 'content-security-policy', ''],
    ['guessed types', 'x-content-type-options', ''],
  ])('(%s) is detected', async (_name, name, value) => {
    const headers = await good();
    expect(headerFaults((asked) => headers.get(asked))).toEqual([]);
    headers.set(name, value);
    expect(headerFaults((asked) => headers.get(asked))).not.toEqual([]);
  });
});
