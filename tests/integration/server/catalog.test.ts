/** The public data: the catalog, and the signing keys of its domains. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, catalogHash, catalogSchema, hashOf, signerDomains } from '../../../catalog/index.ts';
import { dkimKeys } from '../../../server/database/dkim-schema.ts';
import { createPublishedCatalogs } from '../../../server/catalog/published.ts';
import { LAKESIDE } from '../../support/lakeside.ts';
import { openTestServer } from '../../support/server/harness.ts';
import type { TestServer } from '../../support/server/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

describe('a catalog', () => {
  const HASH = catalogHash(CATALOG);

  it('is announced by its hash, with its organiser', async () => {
    const answer = await server.request('/api/organisers/waystamp');
    expect(await answer.json()).toEqual({ ...CATALOG.organiser, catalog: HASH });
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect((await server.request('/api/organisers/nobody')).status).toBe(404);
  });

  it('is served under its hash byte for byte, permanently', async () => {
    const answer = await server.request(`/api/catalogs/${HASH}`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(hashOf(bytes)).toBe(HASH);
    expect(catalogSchema.parse(JSON.parse(new TextDecoder().decode(bytes)))).toEqual(CATALOG);
    expect(answer.headers.get('cache-control')).toContain('immutable');
    for (const other of ['a'.repeat(64), HASH.toUpperCase(), 'constructor', '%00']) {
      expect((await server.request(`/api/catalogs/${other}`)).status).toBe(404);
    }
    const etag = answer.headers.get('etag') ?? '';
    const again = await server.request(`/api/catalogs/${HASH}`, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  it('stays under its hash when another one replaces it, and is gone when it is withdrawn', async () => {
    const published = createPublishedCatalogs(server.database.db);
    const hash = await published.publish(LAKESIDE);
    const [domain = ''] = signerDomains(LAKESIDE);
    const get = (path: string): Promise<Response> => server.request(path);
    expect(hashOf(new Uint8Array(await (await get(`/api/catalogs/${hash}`)).arrayBuffer()))).toBe(hash);
    expect((await get(`/api/dkim/keys?domain=${domain}`)).status).toBe(200);

    await published.withdraw(hash, new Date());
    const gone = await get(`/api/catalogs/${hash}`);
    expect(gone.status).toBe(410);
    expect(await gone.json()).toMatchObject({ code: 'catalog_withdrawn' });
    expect((await get(`/api/dkim/keys?domain=${domain}`)).status).toBe(404);
  });

  it('is the same for everybody, however they ask', async () => {
    const ask = async (headers: Record<string, string>): Promise<string> =>
      (await server.request('/api/organisers/waystamp', { headers })).text();
    const token = await server.token('robin@mail.example');
    const anonymous = await ask({});
    expect(await ask({ authorization: `Bearer ${token}` })).toBe(anonymous);
    expect(await ask({ cookie: 'a=b', 'user-agent': 'x', 'accept-language': 'de' })).toBe(anonymous);
  });
});

describe('the keys of a domain', () => {
  const keysOf = async (domain: string): Promise<Response> =>
    server.request(`/api/dkim/keys?domain=${encodeURIComponent(domain)}`);

  it('are served for every signer domain of the catalog, and for no others', async () => {
    for (const domain of signerDomains(CATALOG)) {
      const answer = await keysOf(domain);
      expect(answer.status).toBe(200);
      await expect(answer.json()).resolves.toMatchObject({ domain });
    }
    for (const domain of ['example.com', '', 'a'.repeat(300)]) {
      expect((await keysOf(domain)).status).toBeGreaterThanOrEqual(400);
    }
    for (const unknown of ['example.com', 'a\0b', 'ünter.example']) {
      expect((await keysOf(unknown)).status).toBe(404);
    }
  });

  it('are what the archive saw, with dates, including a rotated key', async () => {
    const name = 'rotated._domainkey.devcon.org';
    const rotated = {
      record: 'v=DKIM1; p=old',
      firstSeen: '2024-01-01',
      lastSeen: '2024-06-01',
      missingSince: '2024-06-02',
    };
    const current = {
      record: 'v=DKIM1; p=new',
      firstSeen: '2024-06-02',
      lastSeen: '2026-01-01',
      missingSince: null,
    };
    const seen = { domain: 'devcon.org', name, source: 'DNS' };
    await server.database.db.insert(dkimKeys).values([
      { ...seen, ...rotated },
      { ...seen, ...current },
    ]);
    const { keys } = (await (await keysOf('devcon.org')).json()) as { keys: { name: string }[] };
    expect(keys.filter((key) => key.name === name)).toEqual([
      { name, ...current, source: 'DNS', removed: null },
      { name, ...rotated, source: 'DNS', removed: null },
    ]);
    const other = (await (await keysOf('ethdenver.com')).json()) as { keys: { name: string }[] };
    expect(other.keys.filter((key) => key.name === name)).toEqual([]);
  });
});
