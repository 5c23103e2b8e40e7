import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogSchema, CATALOG, signerDomains } from '../../../catalog/index.ts';
import { dkimKeys } from '../../../server/database/schema.ts';
import { createClientAddress } from '../../../server/web/client-address.ts';
import { errorOf, jsonPost, openTestServer, signUp } from './harness.ts';
import type { TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ listen: true });
});
afterAll(() => server.close());

describe('the catalog', () => {
  it('is served as the schema says, and not again when nothing changed', async () => {
    const answer = await server.request('/api/catalog');
    expect(catalogSchema.parse(await answer.json())).toEqual(CATALOG);
    const etag = answer.headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    const again = await server.request('/api/catalog', { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });
});

describe('the keys of a domain', () => {
  const keysOf = async (domain: string): Promise<Response> =>
    server.request(`/api/dkim/keys?domain=${encodeURIComponent(domain)}`);

  it('are given for every signer domain of the catalog, and for no other', async () => {
    for (const domain of signerDomains(CATALOG)) {
      const answer = await keysOf(domain);
      expect(answer.status).toBe(200);
      await expect(answer.json()).resolves.toMatchObject({ domain });
    }
    for (const domain of ['example.com', '', 'a'.repeat(300)]) {
      expect((await keysOf(domain)).status).toBeGreaterThanOrEqual(400);
    }
    expect((await keysOf('example.com')).status).toBe(404);
  });

  it('hold what the archive saw, with its dates, a rotated key included', async () => {
    const name = 'rotated._domainkey.devcon.org';
    const seen = { domain: 'devcon.org', name, source: 'DNS' };
    await server.database.db.insert(dkimKeys).values([
      { ...seen, record: 'v=DKIM1; p=old', firstSeen: '2024-01-01', lastSeen: '2024-06-01' },
      { ...seen, record: 'v=DKIM1; p=new', firstSeen: '2024-06-02', lastSeen: '2026-01-01' },
    ]);
    const { keys } = (await (await keysOf('devcon.org')).json()) as { keys: { name: string }[] };
    expect(keys.filter((key) => key.name === name)).toEqual([
      { name, record: 'v=DKIM1; p=old', firstSeen: '2024-01-01', lastSeen: '2024-06-01', source: 'DNS' },
      { name, record: 'v=DKIM1; p=new', firstSeen: '2024-06-02', lastSeen: '2026-01-01', source: 'DNS' },
    ]);
    const other = (await (await keysOf('ethdenver.com')).json()) as { keys: { name: string }[] };
    expect(other.keys.filter((key) => key.name === name)).toEqual([]);
  });
});

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

  it('may not be kept by anyone', async () => {
    expect((await server.request('/api/config')).headers.get('cache-control')).toBe('no-store');
    expect((await server.request('/api/users/get_by_email?email=a')).headers.get('cache-control')).toBe(
      'no-store',
    );
  });
});

describe('limits', () => {
  it('by account are answered 429 with the time to wait, and concern that account only', async () => {
    const limited = await openTestServer({ listen: true, env: { LIMIT_ANNOUNCEMENTS_PER_HOUR: '2' } });
    try {
      const person = await signUp(limited, 'often@mail.example');
      const again = await limited.request(
        '/api/users/update_psi_keys',
        jsonPost(person.token, { email: person.email, psiPublicKeysLink: person.keys.link }),
      );
      expect(again.status).toBe(429);
      const wait = Number(again.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(3500);
      expect(wait).toBeLessThanOrEqual(3600);
      await expect(signUp(limited, 'rarely@mail.example')).resolves.toBeDefined();
    } finally {
      await limited.close();
    }
  });

  it('by network address are answered 429, in the form that each service’s client reads', async () => {
    const limited = await openTestServer({ env: { LIMIT_CALLS_PER_MINUTE: '3', TRUSTED_PROXIES: '1' } });
    try {
      const from = (address: string) => ({ headers: { 'x-forwarded-for': `203.0.113.9, ${address}` } });
      for (let call = 0; call < 3; call += 1) {
        expect((await limited.request('/api/config', from('198.51.100.1'))).status).toBe(200);
      }
      expect((await limited.request('/api/config', from('198.51.100.1'))).status).toBe(429);
      expect((await limited.request('/api/config', from('198.51.100.2'))).status).toBe(200);

      const blob = await limited.request('/blob/?pathname=psi/x', {
        method: 'PUT',
        body: 'x',
        ...from('198.51.100.1'),
      });
      expect(blob.status).toBe(429);
      expect(blob.headers.get('retry-after')).not.toBeNull();
      await expect(blob.json()).resolves.toMatchObject({ error: { code: 'rate_limited' } });

      const identity = await limited.request('/identitytoolkit.googleapis.com/v1/accounts:signUp?key=x', {
        method: 'POST',
        body: '{}',
        ...from('198.51.100.1'),
      });
      expect(identity.status).toBe(429);
      await expect(identity.json()).resolves.toMatchObject({
        error: { message: 'TOO_MANY_ATTEMPTS_TRY_LATER' },
      });
    } finally {
      await limited.close();
    }
  });

  it('count an IPv6 household as one, and believe only our own proxies', () => {
    const source = (forwarded: string | undefined) => ({ req: { header: () => forwarded }, env: undefined });
    const behindOne = createClientAddress(1);
    expect(behindOne(source('1.2.3.4'))).toBe('1.2.3.4');
    expect(behindOne(source('9.9.9.9, 1.2.3.4'))).toBe('1.2.3.4');
    expect(behindOne(source('2001:db8:1:2:aaaa::1'))).toBe(behindOne(source('2001:DB8:1:2::2')));
    expect(behindOne(source('2001:db8::1'))).toBe('2001:db8:0:0');
    expect(behindOne(source('::ffff:1.2.3.4'))).toBe('1.2.3.4');
    expect(createClientAddress(0)(source('1.2.3.4'))).toBe('unknown');
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

  it('is not what a server with a public origin or an open address is', async () => {
    for (const env of [{ PUBLIC_ORIGIN: 'https://waystamp.example' }, { HOST: '0.0.0.0' }]) {
      const open = await openTestServer({ env });
      try {
        const answer = await open.request('https://waystamp.example/api/config');
        expect(answer.status).toBe(200);
        const secured = answer.headers.has('strict-transport-security');
        expect(secured).toBe('PUBLIC_ORIGIN' in env);
      } finally {
        await open.close();
      }
    }
  });
});

describe('readiness', () => {
  it('is told while the server serves, and taken back when it drains', async () => {
    const draining = await openTestServer();
    try {
      expect((await draining.request('/healthz')).status).toBe(200);
      expect((await draining.request('/readyz')).status).toBe(200);
      draining.drain();
      expect((await draining.request('/readyz')).status).toBe(503);
      expect((await draining.request('/healthz')).status).toBe(200);
    } finally {
      await draining.close();
    }
  });
});

describe('a server whose database is away', () => {
  it('lives and is not ready, and says neither why nor where in its log', async () => {
    const broken = await openTestServer();
    await broken.database.close();
    expect((await broken.request('/healthz')).status).toBe(200);
    const answer = await broken.request('/readyz');
    expect(answer.status).toBe(503);
    expect(await errorOf(answer)).toBe('The server is not ready.');
    expect(broken.logged.filter((line) => line.includes('not ready'))).toHaveLength(1);
    // All but the database, which is closed.
    await expect(broken.close()).rejects.toThrow(/closed|end/);
  });
});

describe('the log', () => {
  it('holds no address, token, link or query', async () => {
    const email = 'logged.person@mail.example';
    const person = await signUp(server, email);
    await server.request(`/api/users/get_by_email?email=${encodeURIComponent(email)}`, {
      headers: { authorization: `Bearer ${person.token}` },
    });
    await server.request('/demo/consent?state=the-state&client_id=x');
    const log = server.logged.join('\n');
    expect(log).toContain('/api/users/get_by_email');
    for (const secret of [
      'logged.person',
      'mail.example',
      person.token,
      'the-state',
      person.keys.link.slice(-24),
    ]) {
      expect(log).not.toContain(secret);
    }
  });

  it('tells where a fault happened without the values that led to it', async () => {
    const broken = await openTestServer();
    const email = 'fault@mail.example';
    await broken.database.close();
    const answer = await broken.request(`/api/users/get_by_email?email=${email}`, {
      headers: { authorization: `Bearer ${await broken.token(email)}` },
    });
    expect(answer.status).toBe(500);
    expect(await errorOf(answer)).toBe('Something went wrong on the server. Please try again.');
    const log = broken.logged.join('\n');
    expect(log).toContain('a request failed');
    expect(log).toContain('server/accounts/store.ts');
    expect(log).not.toContain(email);
  });
});
