import { describe, expect, it } from 'vitest';
import { CATALOG, signerDomains } from '../../../catalog/index.ts';
import type { Catalog } from '../../../catalog/index.ts';
import type { ServerDkimKey } from '../../../worker/client/api.ts';
import { createSignatureKeys } from '../../../worker/evidence/signature-keys.ts';
import type { SignatureKeys } from '../../../worker/evidence/signature-keys.ts';
import { RSA_2048 } from '../../support/mail/test-keys.ts';

const DOMAINS = signerDomains(CATALOG);
const UNDATED = { firstSeen: null, lastSeen: null, missingSince: null, removed: null };
const NEVER = new AbortController().signal;

function key(domain: string, record: string): ServerDkimKey {
  return { name: `s1._domainkey.${domain}`, record, ...UNDATED, source: 'test' };
}

const recordsOf = (known: readonly { record: string }[]): string[] => known.map(({ record }) => record);

/** A server that answers with these records for every domain, and a list of the domains asked for. */
function answering(records: string[]): { keys: SignatureKeys; asked: string[] } {
  const asked: string[] = [];
  const keys = createSignatureKeys(async (domain) => {
    asked.push(domain);
    return records.map((record) => key(domain, record));
  });
  return { keys, asked };
}

describe('the DKIM keys of a scan', () => {
  it('are asked for every signer domain, in one fixed order, whatever mail there is', async () => {
    const { keys, asked } = answering([]);
    const lookup = keys.forScan(CATALOG, NEVER);
    await lookup(`s1._domainkey.${DOMAINS.at(-1)}`);
    expect(asked).toEqual(DOMAINS);
  });

  it('are asked for once per scan', async () => {
    const { keys, asked } = answering(['v=DKIM1']);
    for (const scans of [1, 2]) {
      const lookup = keys.forScan(CATALOG, NEVER);
      await lookup(`s1._domainkey.${DOMAINS.at(-1)}`);
      expect(recordsOf(await lookup(`S1._domainkey.${DOMAINS[0]?.toUpperCase()}`))).toEqual(['v=DKIM1']);
      expect(asked).toHaveLength(scans * DOMAINS.length);
    }
  });

  it('are never asked for a domain that signs for no event', async () => {
    const { keys, asked } = answering([]);
    const lookup = keys.forScan(CATALOG, NEVER);
    await expect(lookup('mail._domainkey.private.example')).resolves.toEqual([]);
    await lookup(`s1._domainkey.${DOMAINS.at(-1)}`);
    expect(asked).not.toContain('private.example');
  });

  const [shipping = ''] = CATALOG.events[0]?.senders ?? [];
  const shippedName = `s1._domainkey.${shipping}`;
  const shipped = {
    name: shippedName,
    record: 'shipped',
    source: 'test',
    firstSeen: '2024-01-02',
    lastSeen: '2024-03-04',
  };
  const catalog: Catalog = {
    ...CATALOG,
    events: CATALOG.events.map((event, index) => (index === 0 ? { ...event, dkimKeys: [shipped] } : event)),
  };
  const days = { firstSeen: '2024-01-02', lastSeen: '2024-03-04', missingSince: null, removed: null };

  it('come from the catalog, with its days, and from the server, which may have revoked them', async () => {
    const lookup = createSignatureKeys(async () => [key(shipping, 'from the server')]).forScan(
      catalog,
      NEVER,
    );
    const known = await lookup(shippedName);
    expect(known).toMatchObject([
      { record: 'shipped', ...days },
      { record: 'from the server', ...UNDATED },
    ]);
  });

  it('from the catalog do not count while the server cannot say whether they were removed', async () => {
    const lookup = createSignatureKeys(() => Promise.reject(new Error('no connection'))).forScan(
      catalog,
      NEVER,
    );
    await expect(lookup(shippedName)).rejects.toThrow('no connection');
  });

  it('that were removed under one name are removed under every name of the domain', async () => {
    const { record } = RSA_2048;
    const withKey = structuredClone(catalog);
    for (const own of withKey.events.flatMap((event) => event.dkimKeys)) own.record = record;
    const elsewhere = `s2._domainkey.${shipping}`;
    const other = `v=DKIM1; t=s; p=${RSA_2048.published}`;
    const lookup = createSignatureKeys(async (domain) =>
      domain === shipping ? [{ ...key(domain, other), name: elsewhere, removed: '2026-01-02' }] : [],
    ).forScan(withKey, NEVER);
    await expect(lookup(shippedName)).resolves.toMatchObject([{ record, removed: '2026-01-02' }]);
    await expect(lookup(elsewhere)).resolves.toMatchObject([{ record: other, removed: '2026-01-02' }]);
  });

  it('throw when they cannot be had, and the next scan asks again', async () => {
    const [domain = ''] = DOMAINS;
    let down = true;
    const keys = createSignatureKeys(async (asked) => {
      if (down) throw new Error('no connection');
      return [key(asked, 'v=DKIM1')];
    });
    const name = `s1._domainkey.${domain}`;
    await expect(keys.forScan(CATALOG, NEVER)(name)).rejects.toThrow('no connection');
    down = false;
    expect(recordsOf(await keys.forScan(CATALOG, NEVER)(name))).toEqual(['v=DKIM1']);
  });

  it('stop waiting when the scan is cancelled', async () => {
    const controller = new AbortController();
    const lookup = createSignatureKeys(() => new Promise(() => undefined)).forScan(
      CATALOG,
      controller.signal,
    );
    const waiting = lookup(`s1._domainkey.${DOMAINS[0]}`);
    controller.abort();
    await expect(waiting).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    await expect(lookup(`s1._domainkey.${DOMAINS[0]}`)).rejects.toThrow(
      expect.objectContaining({ name: 'AbortError' }),
    );
  });
});
