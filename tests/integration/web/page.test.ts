import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HEADERS_MARK } from '../../../server/web/headers-mark.ts';
import { useFolder } from '../../support/suite-folder.ts';
import { errorOf } from '../../support/server/api-calls.ts';
import { openTestServer, withTestServer } from '../../support/server/harness.ts';
import type { TestServer } from '../../support/server/harness.ts';

const GOOGLE_ENV = { GOOGLE_CLIENT_ID: '123-abc.apps.googleusercontent.com' };

let server: TestServer;
const inFolder = useFolder();
beforeAll(async () => {
  const page = inFolder('dist');
  await mkdir(join(page, 'assets'), { recursive: true });
  await writeFile(inFolder('secret.txt'), 'secret');
  await writeFile(join(page, 'index.html'), '<!doctype html><title>Waystamp</title>');
  await writeFile(join(page, 'sw.js'), `self.revision = 'abc_${HEADERS_MARK}';\n`);
  await writeFile(join(page, 'manifest.webmanifest'), '{}');
  await writeFile(join(page, 'assets', 'index-abc123.js'), 'export {};\n');
  await writeFile(join(page, 'assets', 'psi-abc123.wasm'), Uint8Array.of(0, 0x61, 0x73, 0x6d));
  server = await openTestServer({ listen: true, page });
});
afterAll(async () => {
  await server.close();
});

describe('the page', () => {
  it('is revalidated each time, its hashed files never', async () => {
    const page = await server.request('/');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const script = await server.request('/assets/index-abc123.js');
    expect(script.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const wasm = await server.request('/assets/psi-abc123.wasm');
    expect(wasm.headers.get('content-type')).toBe('application/wasm');
  });

  it('has a service worker and a manifest that are never cached', async () => {
    const script = await server.request('/sw.js');
    expect(script.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(script.headers.get('cache-control')).toBe('no-cache');
    const manifest = await server.request('/manifest.webmanifest');
    expect(manifest.headers.get('content-type')).toMatch(/^application\/manifest\+json/);
    expect(manifest.headers.get('cache-control')).toBe('no-cache');
    const again = await server.request('/sw.js', {
      headers: { 'if-none-match': script.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
    const policy = script.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("worker-src 'self'");
    expect(policy).toContain("manifest-src 'self'");
  });

  it('is fetched again by browsers that have it in their cache once its headers have changed', async () => {
    const revision = async (of: TestServer): Promise<string> => (await of.request('/sw.js')).text();
    const kept = await revision(server);
    expect(kept).toMatch(/^self\.revision = 'abc_[\da-f]{16}';\n$/);
    const restarted = await openTestServer({ page: inFolder('dist') });
    const others = await openTestServer({ page: inFolder('dist'), env: GOOGLE_ENV });
    try {
      expect(await revision(restarted)).toBe(kept);
      expect(await revision(others)).not.toBe(kept);
    } finally {
      await restarted.close();
      await others.close();
    }
  });

  it('comes with a policy that allows no inline script, no inline style and no other host', async () => {
    const { headers } = await server.request('/');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).not.toContain("'unsafe-eval'");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..%5csecret.txt',
    '//secret.txt',
  ])('does not serve files beside it: %s', async (path) => {
    const answer = await fetch(server.origin + path);
    expect(await answer.text()).not.toContain('secret');
  });

  it.each(['/stamps', '/ledger', '/o/devcon', '/o/devcon/result'])('answers at %s', async (path) => {
    const answer = await server.request(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(await answer.text()).toContain('<title>Waystamp</title>');
  });

  it('is not served where there is nothing', async () => {
    const answer = await server.request('/nothing/here');
    expect(answer.status).toBe(404);
    expect(await errorOf(answer)).toBe('There is nothing here.');
    // A cache must not give a person the answer to a program, or the other way round.
    expect(answer.headers.get('vary')).toMatch(/(^|, )Accept(,|$)/);
  });

  it('tells people that there is nothing', async () => {
    const answer = await server.request('/nothing/here', { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(await answer.text()).toContain('<title>Waystamp</title>');
  });
});

describe('a page that has not been built', () => {
  it('is reported as such', async () => {
    await withTestServer({}, async (bare) => {
      const answer = await bare.request('/');
      expect(answer.status).toBe(503);
      expect(await errorOf(answer)).toBe('The page is not built. Run npm start.');
    });
  });
});

describe('a server with hosted services', () => {
  it('lets the page call these services, each by its own configuration, and nothing else', async () => {
    const FIREBASE = {
      FIREBASE_API_KEY: 'key',
      FIREBASE_AUTH_DOMAIN: 'project.firebaseapp.com',
      FIREBASE_PROJECT_ID: 'project',
      FIREBASE_APP_ID: '1:2:web:3',
    };
    const google = {
      'script-src': "'self' 'wasm-unsafe-eval' https://accounts.google.com/gsi/client",
      'style-src': "'self' https://accounts.google.com/gsi/style",
      'frame-src': 'https://accounts.google.com/gsi/',
      'connect-src':
        "'self' https://accounts.google.com/gsi/ https://oauth2.googleapis.com/revoke https://gmail.googleapis.com/gmail/v1/users/me/",
    };
    const cases: [Record<string, string>, Record<string, string>][] = [
      [{ GOOGLE_CLIENT_ID: '1-a.apps.googleusercontent.com' }, google],
      [
        FIREBASE,
        {
          'connect-src': "'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com",
        },
      ],
      [
        { BLOB_READ_WRITE_TOKEN: 'vercel_blob_rw_Store_Secret' },
        { 'connect-src': "'self' https://vercel.com" },
      ],
    ];
    for (const [env, more] of cases) {
      await withTestServer({ env }, async (hosted) => {
        const { headers } = await hosted.request('/');
        const policy = Object.fromEntries(
          (headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
            const [name = '', ...sources] = directive.split(' ');
            return [name, sources.join(' ')];
          }),
        );
        expect(policy).toEqual({
          'default-src': "'none'",
          'script-src': "'self' 'wasm-unsafe-eval'",
          'style-src': "'self'",
          'font-src': "'self'",
          'img-src': "'self' data:",
          'connect-src': "'self'",
          'worker-src': "'self'",
          'manifest-src': "'self'",
          'frame-src': "'none'",
          'frame-ancestors': "'none'",
          'form-action': "'self'",
          'base-uri': "'none'",
          'object-src': "'none'",
          ...more,
        });
        expect(headers.get('cross-origin-opener-policy')).toBe(
          'GOOGLE_CLIENT_ID' in env ? 'same-origin-allow-popups' : 'same-origin',
        );
      });
    }
  });
});
