import type { IDBPObjectStore } from 'idb';
import { z } from 'zod';
import { PURPOSES } from '../contract.ts';
import type { LedgerEntry, LedgerSum } from '../contract.ts';
import { addUp, growthOf, sumOf } from './ledger-sums.ts';
import type { Schema } from './database.ts';

/** Requests that are kept one by one; a full scan of a large mailbox makes more. */
export const MAX_LEDGER_ENTRIES = 5_000;

/** How many too many there must be before the oldest are folded: a pass is worth its while then. */
const FOLD_AT_ONCE = 250;

/** Keys of `travelLogs`: the sums of what is no longer listed, and each entry behind its own. */
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

/** A new entry, or one that has changed since it was stored. */
export interface LedgerChange {
  /** As it was stored last by the same writer; null when it was not. */
  before: LedgerEntry | null;
  now: LedgerEntry;
}

export interface LedgerChanges {
  entries: readonly LedgerChange[];
  /** To be added to the sums without being listed. */
  sums: readonly LedgerSum[];
}

export interface StoredLedger {
  /** Oldest first. */
  entries: LedgerEntry[];
  /** Of what is not listed. */
  sums: LedgerSum[];
}

function entryKeys(): IDBKeyRange {
  // The character after the slash.
  return IDBKeyRange.bound(ENTRY_KEY, 'ledger0', false, true);
}

/** The keys of `travelLogs` before and behind the ledger's. */
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
 * Writes everything in the one transaction that is given, so that several tabs share one ledger. When there are too
 * many entries the oldest are folded into the sums; an entry that was folded before it ended adds what is new to them.
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
