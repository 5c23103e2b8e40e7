/** What everybody may read: the catalog, and the signing keys of its domains. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogSchema, CATALOG, signerDomains } from '../../../catalog/index.ts';
import { dkimKeys } from '../../../server/database/dkim-schema.ts';
import { openTestServer } from '../../support/server/harness.ts';
import type { TestServer } from '../../support/server/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
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
