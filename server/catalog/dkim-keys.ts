import { signerDomains } from '../../catalog/index.ts';
import type { Catalog, CatalogEvent } from '../../catalog/index.ts';
import type { ArchivedKey, DkimArchive } from '../dkim/archive.ts';
import { type DkimRemovals, daysOfRemoval, fingerprintOf, type Removal } from '../dkim/removals.ts';
import type { DkimKey, DkimKeys } from '../ports.ts';

const DAY_MS = 86_400_000;

export interface DkimKeysDeps {
  archive: Pick<DkimArchive, 'keysOf' | 'freshness'>;
  removals: Pick<DkimRemovals, 'ofDomain'>;
  catalog: Catalog;
  /**
   * The demo mailbox's own keys of a domain, in demo mode only: served in production, such a key would let anyone
   * forge a verified fact (DESIGN 4). They are laid over the answer and never enter the archive.
   */
  demoKeys: ((domain: string) => Promise<readonly ArchivedKey[]>) | null;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/**
 * The keys of the catalog's signer domains: those that the catalog ships first, then the archive's. Revoked and
 * removed keys are among them, so that a device knows which of its own no longer count.
 */
export function createDkimKeys({ archive, removals, catalog, demoKeys, now }: DkimKeysDeps): DkimKeys {
  const domains = new Set(signerDomains(catalog));

  return {
    async ofDomain(domain) {
      if (!domains.has(domain)) return null;
      const freshness = (await archive.freshness([domain], now())).get(domain);
      const lookedUp = freshness?.lastLookUp ?? null;
      const lastLookUp = lookedUp === null ? null : new Date(lookedUp).toISOString();
      const shipped = shippedKeys(catalog, domain).map((key) => unlessSeenSince(key, lastLookUp));
      const archived = await archive.keysOf(domain);
      const demo = demoKeys === null ? [] : await demoKeys(domain);
      return {
        keys: withRemovals([...merge(shipped, archived), ...demo], await removals.ofDomain(domain)),
        lastLookUp,
        stale: freshness?.stale ?? true,
      };
    },
  };
}

/** The keys that the catalog ships for a domain. */
export function shippedKeys(catalog: Catalog, domain: string): ArchivedKey[] {
  return catalog.events
    .flatMap((event) => event.dkimKeys)
    .filter(({ name }) => name.endsWith(`._domainkey.${domain}`))
    .map(fromCatalog);
}

function fromCatalog({ name, record, source, ...days }: CatalogEvent['dkimKeys'][number]): ArchivedKey {
  const { firstSeen = null, lastSeen = null } = days;
  return { name, record, firstSeen, lastSeen, missingSince: null, source };
}

/**
 * A shipped key whose last sight lies before DNS answered for the domain is missing since the day after: had it stood
 * there still, it would be in the archive with a later sight.
 */
function unlessSeenSince(key: ArchivedKey, lastLookUp: string | null): ArchivedKey {
  const { lastSeen } = key;
  if (lastSeen === null || lastLookUp === null || lastLookUp.slice(0, 10) <= lastSeen) return key;
  const next = new Date(Date.parse(lastSeen) + DAY_MS).toISOString().slice(0, 10);
  return { ...key, missingSince: next };
}

/** A key that is both shipped and archived is given once, with the catalog's source and the days of both. */
function merge(shipped: readonly ArchivedKey[], archived: readonly ArchivedKey[]): ArchivedKey[] {
  const merged = new Map(shipped.map((key) => [`${key.name} ${key.record}`, key]));
  for (const key of archived) {
    const place = `${key.name} ${key.record}`;
    const own = merged.get(place);
    merged.set(place, own === undefined ? key : { ...withDaysOf(own, key), source: own.source });
  }
  return [...merged.values()];
}

function withDaysOf(shipped: ArchivedKey, archived: ArchivedKey): ArchivedKey {
  const [firstSeen = null] = [shipped.firstSeen, archived.firstSeen].filter((day) => day !== null).toSorted();
  if ((shipped.lastSeen ?? '') <= (archived.lastSeen ?? '')) return { ...archived, firstSeen };
  return { ...shipped, firstSeen };
}

/** Where a key stands, and which one it is. */
function placeOf({ name, record }: Pick<DkimKey, 'name' | 'record'>): string {
  return `${name.toLowerCase()} ${fingerprintOf(record)}`;
}

/**
 * A removed key is removed at every name of the domain where it stands. One that is known from nowhere else is told all
 * the same: a device may have it from another catalog.
 */
function withRemovals(keys: readonly ArchivedKey[], removals: readonly Removal[]): DkimKey[] {
  const removed = daysOfRemoval(removals);
  const known = keys.map((key) => ({ ...key, removed: removed.get(fingerprintOf(key.record)) ?? null }));
  const told = new Set(known.map(placeOf));
  const others = removals.filter(({ name, fingerprint }) => !told.has(`${name} ${fingerprint}`));
  return [
    ...known,
    ...others.map(({ name, record, removedOn }) => ({
      name,
      record,
      firstSeen: null,
      lastSeen: null,
      missingSince: null,
      removed: removedOn,
      source: 'Removed by the operator',
    })),
  ];
}
