/** Entries of one catalog are stored under its hash, so that several organisers do not mix. */
import type { IDBPTransaction } from 'idb';
import type { Schema } from './database.ts';
import type { LogKey } from './logs.ts';

/** The entries that each catalog has separately. The others belong to the device, whoever asks. */
const OF_CATALOG: Readonly<Record<LogKey, boolean>> = {
  checkpoint: true,
  evidence: true,
  unreadable: true,
  underway: true,
  vector: true,
  choices: true,
  result: true,
  comparison: true,
  catalog: true,
  shown: false,
  organisers: false,
  config: false,
  owner: false,
};

const CATALOG_KEYS: ReadonlySet<string> = new Set(
  Object.entries(OF_CATALOG).flatMap(([key, own]) => (own ? [key] : [])),
);

const OWN_KEY = /^([0-9a-f]{64})\//;

type Names = ('emailHeaders' | 'travelLogs')[];
type Reading = IDBPTransaction<Schema, Names, IDBTransactionMode>;
type Writing = IDBPTransaction<Schema, Names, 'readwrite'>;

/**
 * The key of an entry in `travelLogs`.
 *
 * @param catalog a hash; null for entries of a device from before they were kept by catalog
 */
export function placeOf(key: string, catalog: string | null): string {
  return catalog !== null && CATALOG_KEYS.has(key) ? `${catalog}/${key}` : key;
}

/** The hashes of all catalogs with stored entries. */
export async function keptCatalogs(transaction: Reading): Promise<string[]> {
  const keys = await transaction.objectStore('travelLogs').getAllKeys();
  return [...new Set(keys.flatMap((key) => OWN_KEY.exec(key)?.[1] ?? []))];
}

/** Moves an older version's entries, which belong to the only catalog of that time, to this catalog's keys. */
export async function carryOver(transaction: Writing, catalog: string): Promise<void> {
  const logs = transaction.objectStore('travelLogs');
  for (const key of CATALOG_KEYS) {
    const place = placeOf(key, catalog);
    const value: unknown = await logs.get(key);
    if (value === undefined) continue;
    // An older version's catalog had another shape; this one is fetched.
    if (key !== 'catalog' && (await logs.getKey(place)) === undefined) await logs.put(value, place);
    await logs.delete(key);
  }
}
