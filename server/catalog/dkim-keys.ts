import { asc, eq } from 'drizzle-orm';
import { signerDomains } from '../../catalog/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import type { Db } from '../database/open.ts';
import { dkimKeys } from '../database/schema.ts';
import type { DkimKey, DkimKeys } from '../ports.ts';

/** The demo mailbox's keys of a domain. */
export type DemoKeys = (
  domain: string,
) => Promise<readonly { name: string; record: string; source: string }[]>;

/**
 * The keys of the catalog's signer domains: those that the catalog ships first, then the archive.
 *
 * @param demoKeys the demo mailbox's own keys, in demo mode only: served in production, such a key would let
 *   anyone forge a verified fact (DESIGN 4)
 */
export function createDkimKeys(db: Db, catalog: Catalog, demoKeys: DemoKeys | null): DkimKeys {
  const domains = new Set(signerDomains(catalog));
  const shipped = catalog.events.flatMap((event) => event.dkimKeys);

  return {
    async ofDomain(domain) {
      if (!domains.has(domain)) return null;
      const own = shipped.filter(({ name }) => name.endsWith(`._domainkey.${domain}`));
      const archived = await db
        .select({
          name: dkimKeys.name,
          record: dkimKeys.record,
          firstSeen: dkimKeys.firstSeen,
          lastSeen: dkimKeys.lastSeen,
          source: dkimKeys.source,
        })
        .from(dkimKeys)
        .where(eq(dkimKeys.domain, domain))
        .orderBy(asc(dkimKeys.name), asc(dkimKeys.firstSeen));
      const demo = demoKeys === null ? [] : await demoKeys(domain);
      return distinct([...own.map(undated), ...archived, ...demo.map(undated)]);
    },
  };
}

function undated({ name, record, source }: { name: string; record: string; source: string }): DkimKey {
  return { name, record, firstSeen: null, lastSeen: null, source };
}

/** A key that stands in several places is given once, as its first source has it. */
function distinct(keys: readonly DkimKey[]): DkimKey[] {
  return [
    ...new Map(keys.toReversed().map((key) => [`${key.name} ${key.record}`, key])).values(),
  ].toReversed();
}
