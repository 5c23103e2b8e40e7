import { signerDomains } from '../../catalog/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import type { DkimArchive } from '../dkim/archive.ts';
import { withoutRevoked } from '../dkim/revocation.ts';
import type { DkimKey, DkimKeys } from '../ports.ts';

/** A key that was not seen in DNS: one that the catalog ships, or the demo mailbox's. */
type UndatedKey = Pick<DkimKey, 'name' | 'record' | 'source'>;

export interface DkimKeysDeps {
  archive: DkimArchive;
  catalog: Catalog;
  /**
   * The demo mailbox's own keys of a domain, in demo mode only: served in production, such a key would let anyone
   * forge a verified fact (DESIGN 4). They are laid over the answer and never enter the archive.
   */
  demoKeys: ((domain: string) => Promise<readonly UndatedKey[]>) | null;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** The keys of the catalog's signer domains: those that the catalog ships first, then the archive's. */
export function createDkimKeys({ archive, catalog, demoKeys, now }: DkimKeysDeps): DkimKeys {
  const domains = new Set(signerDomains(catalog));
  const shipped = catalog.events.flatMap((event) => event.dkimKeys);

  return {
    async ofDomain(domain) {
      if (!domains.has(domain)) return null;
      const own = shipped.filter(({ name }) => name.endsWith(`._domainkey.${domain}`));
      const archived = await archive.keysOf(domain);
      const freshness = (await archive.freshness([domain], now())).get(domain);
      const demo = demoKeys === null ? [] : await demoKeys(domain);
      const lastLookUp = freshness?.lastLookUp ?? null;
      return {
        keys: [...withoutRevoked(merge(own, archived)), ...demo.map(undated)],
        lastLookUp: lastLookUp === null ? null : new Date(lastLookUp).toISOString(),
        stale: freshness?.stale ?? true,
      };
    },
  };
}

/** A key that is both shipped and archived is given once, with the catalog's source and the archive's dates. */
function merge(shipped: readonly UndatedKey[], archived: readonly DkimKey[]): DkimKey[] {
  const place = ({ name, record }: UndatedKey): string => `${name} ${record}`;
  const merged = new Map(shipped.map((key) => [place(key), undated(key)]));
  for (const key of archived)
    merged.set(place(key), { ...key, source: merged.get(place(key))?.source ?? key.source });
  return [...merged.values()];
}

function undated({ name, record, source }: UndatedKey): DkimKey {
  return { name, record, firstSeen: null, lastSeen: null, source };
}
