/** Rules that apply to every call. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOf, jsonPost } from '../../support/server/api-calls.ts';
import { openTestServer, withTestServer } from '../../support/server/harness.ts';
import type { TestServer } from '../../support/server/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

describe('a call', () => {
  it.each([
    ['broken JSON', '{"email":'],
    ['an array', '[]'],
    ['a number', '7'],
    ['null', 'null'],
    ['wrong types', '{"email":7,"psiPublicKeysLink":[]}'],
    ['a missing member', '{"email":"ada@mail.example"}'],
    ['an address without end', `{"email":"${'a'.repeat(300)}","psiPublicKeysLink":"x"}`],
  ])('with %s is answered 400 {error}', async (_name, body) => {
    const answer = await server.request('/api/users/create_account', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await server.token('ada@mail.example')}`,
        'content-type': 'application/json',
      },
      body,
    });
    expect(answer.status).toBe(400);
    expect(await errorOf(answer)).not.toBe('');
  });

  it('with too long a body is answered 413', async () => {
    const token = await server.token('ada@mail.example');
    const answer = await server.request(
      '/api/users/create_account',
      jsonPost(token, { email: 'x'.repeat(40_000) }),
    );
    expect(answer.status).toBe(413);
  });

  it('may never be cached', async () => {
    expect((await server.request('/api/config')).headers.get('cache-control')).toBe('no-store');
    expect((await server.request('/api/users/get_by_email?email=a')).headers.get('cache-control')).toBe(
      'no-store',
    );
  });
});

describe('a server for this machine alone', () => {
  it('answers under its own names only, so that no web site can be pointed at it', async () => {
    for (const host of ['localhost', '127.0.0.1:8787', '[::1]:8787', 'waystamp.localhost']) {
      expect((await server.request(`http://${host}/api/config`)).status).toBe(200);
    }
    for (const host of ['rebound.example:8787', 'localhost.evil.example', '10.0.0.1']) {
      const answer = await server.request(`http://${host}/api/config`);
      expect(answer.status).toBe(421);
      expect(await errorOf(answer)).toContain('PUBLIC_ORIGIN');
    }
  });

  it.each([
    { 'x-forwarded-for': '198.51.100.1' },
    { 'X-Forwarded-Proto': 'https' },
    { 'x-forwarded-host': 'waystamp.example' },
    { forwarded: 'for=198.51.100.1' },
  ])('refuses requests that a proxy has passed on, and says what to set: %o', async (headers) => {
    for (const path of ['/api/config', '/demo/consent', '/']) {
      const answer = await server.request(`http://localhost${path}`, { headers });
      expect(answer.status).toBe(421);
      expect(await errorOf(answer)).toMatch(/PUBLIC_ORIGIN.*TRUSTED_PROXIES/);
    }
    await withTestServer({ env: { TRUSTED_PROXIES: '1' } }, async (behind) => {
      expect((await behind.request('http://localhost/api/config', { headers })).status).toBe(200);
    });
  });

  it('has neither rule once it has a public origin or an open address', async () => {
    for (const env of [{ PUBLIC_ORIGIN: 'https://waystamp.example' }, { HOST: '0.0.0.0' }]) {
      await withTestServer({ env }, async (open) => {
        const answer = await open.request('https://waystamp.example/api/config');
        expect(answer.status).toBe(200);
        const secured = answer.headers.has('strict-transport-security');
        expect(secured).toBe('PUBLIC_ORIGIN' in env);
      });
    }
  });
});
