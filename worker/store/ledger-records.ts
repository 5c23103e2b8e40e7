import type { IDBPObjectStore } from 'idb';
import { z } from 'zod';
import { PURPOSES } from '../contract.ts';
import type { LedgerEntry, LedgerSum } from '../contract.ts';
import { addUp, growthOf, sumOf } from './ledger-sums.ts';
import type { Schema } from './database.ts';

/** Limit on requests kept one by one; a full scan of a large mailbox makes more. */
export const MAX_LEDGER_ENTRIES = 5_000;

/** How far the limit may be exceeded before the oldest are moved into the sums, so that a pass is worthwhile. */
const FOLD_AT_ONCE = 250;

/** Keys of `travelLogs`: the sums of requests no longer listed, and a prefix for entries. */
const SUMS_KEY = 'ledger';
const ENTRY_KEY = 'ledger/';

const count = z.number().int().nonnegative();
const purpose = z.enum(PURPOSES);

const entrySchema: z.ZodType<LedgerEntry> = z.object({
  id: z.string(),
  at: z.number(),
  purpose,
  method: z.string(),
  origin: z.string(),
  call: z.string(),
  sent: count.nullable(),
  received: count.nullable(),
  state: z.enum(['waiting', 'answered', 'failed', 'stopped']),
});
const sumsSchema = z.array(
  z.object({
    origin: z.string(),
    purpose,
    requests: count,
    sent: count,
    received: count,
    unmeasured: count,
  }),
);

/** A new or changed entry. */
export interface LedgerChange {
  /** As last stored by the same writer; null if it was not. */
  before: LedgerEntry | null;
  now: LedgerEntry;
}

export interface LedgerChanges {
  entries: readonly LedgerChange[];
  /** Added to the sums without being listed. */
  sums: readonly LedgerSum[];
}

export interface StoredLedger {
  /** Oldest first. */
  entries: LedgerEntry[];
  /** Sums of requests that are not listed. */
  sums: LedgerSum[];
}

function entryKeys(): IDBKeyRange {
  // The character after the slash.
  return IDBKeyRange.bound(ENTRY_KEY, 'ledger0', false, true);
}

/** The ranges of keys in `travelLogs` before and after the ledger's. */
export function keysBesidesLedger(): [IDBKeyRange, IDBKeyRange] {
  return [IDBKeyRange.upperBound(SUMS_KEY, true), IDBKeyRange.lowerBound('ledger0')];
}

type Logs<Mode extends IDBTransactionMode> = IDBPObjectStore<
  Schema,
  ('emailHeaders' | 'travelLogs')[],
  'travelLogs',
  Mode
>;

export async function readLedger(logs: Logs<'readonly'>): Promise<StoredLedger> {
  const sums = await logs.get(SUMS_KEY);
  const values = await logs.getAll(entryKeys());
  const entries = values.flatMap((value) => entrySchema.safeParse(value).data ?? []);
  return { entries, sums: sumsSchema.safeParse(sums).data ?? [] };
}

/**
 * Writes everything in the given transaction, so that several tabs share one ledger. If there are too many entries, the
 * oldest are moved into the sums. An entry moved there before it ended adds its growth to them.
 */
export async function writeLedger(logs: Logs<'readwrite'>, changes: LedgerChanges): Promise<void> {
  const folded = [...changes.sums];
  for (const { before, now } of changes.entries) {
    const key = ENTRY_KEY + now.id;
    if (before !== null && (await logs.getKey(key)) === undefined) folded.push(growthOf(before, now));
    else await logs.put(now, key);
  }
  const surplus = (await logs.count(entryKeys())) - MAX_LEDGER_ENTRIES;
  if (surplus >= FOLD_AT_ONCE) {
    const oldest = await logs.getAll(entryKeys(), surplus);
    const keys = await logs.getAllKeys(entryKeys(), surplus);
    folded.push(...oldest.flatMap((value) => entrySchema.safeParse(value).data ?? []).map(sumOf));
    await logs.delete(IDBKeyRange.bound(ENTRY_KEY, keys.at(-1)));
  }
  if (folded.length > 0) {
    const sums = sumsSchema.safeParse(await logs.get(SUMS_KEY)).data ?? [];
    await logs.put(addUp([...sums, ...folded]), SUMS_KEY);
  }
}
