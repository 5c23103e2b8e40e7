import type { Catalog, CatalogEvent } from '../../catalog/index.ts';
import type { ArchivedKey, DkimArchive } from '../dkim/archive.ts';
import { type DkimRemovals, daysOfRemoval, fingerprintOf, type Removal } from '../dkim/removals.ts';
import type { DkimKey, DkimKeys } from '../dkim/contract.ts';
import type { PublishedCatalogs } from './published.ts';

const DAY_MS = 86_400_000;
/** The characters of domain names. The database takes no text with a zero byte. */
const DOMAIN = /^[a-z0-9._-]+$/;

export interface DkimKeysDeps {
  archive: Pick<DkimArchive, 'keysOf' | 'freshness'>;
  removals: Pick<DkimRemovals, 'ofDomain'>;
  /** Returns the current catalog. */
  catalog: () => Catalog;
  published: Pick<PublishedCatalogs, 'hasSigner'>;
  /**
   * The demo mailbox's keys for a domain, in demo mode only: in production such a key would let anyone forge a verified
   * fact. They are added to the answer and never enter the archive.
   */
  demoKeys: ((domain: string) => Promise<readonly ArchivedKey[]>) | null;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/**
 * The keys of the signer domains of any published catalog: the current catalog's first, then the archive's. Revoked and removed keys are
 * included, so that a device knows which of its own no longer count.
 */
export function createDkimKeys({
  archive,
  removals,
  catalog,
  published,
  demoKeys,
  now,
}: DkimKeysDeps): DkimKeys {
  return {
    async ofDomain(domain) {
      if (!DOMAIN.test(domain) || !(await published.hasSigner(domain))) return null;
      const freshness = (await archive.freshness([domain], now())).get(domain);
      const lookedUp = freshness?.lastLookUp ?? null;
      const lastLookUp = lookedUp === null ? null : new Date(lookedUp).toISOString();
      const shipped = shippedKeys(catalog(), domain).map((key) => unlessSeenSince(key, lastLookUp));
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

/** The catalog's keys for a domain. */
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
 * If DNS answered for the domain after a shipped key's last sight, the key has been missing since the day after that
 * sight: otherwise the archive would have a later sight.
 */
function unlessSeenSince(key: ArchivedKey, lastLookUp: string | null): ArchivedKey {
  const { lastSeen } = key;
  if (lastSeen === null || lastLookUp === null || lastLookUp.slice(0, 10) <= lastSeen) return key;
  const next = new Date(Date.parse(lastSeen) + DAY_MS).toISOString().slice(0, 10);
  return { ...key, missingSince: next };
}

/** Merges a key that is both shipped and archived into one, with the catalog's source and the days of both. */
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

/** Identifies a key by its name and record. */
function placeOf({ name, record }: Pick<DkimKey, 'name' | 'record'>): string {
  return `${name.toLowerCase()} ${fingerprintOf(record)}`;
}

/**
 * Marks removed keys at every name of the domain where they stand. A removed key that is otherwise unknown is listed
 * too, because a device may have it from another catalog.
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
