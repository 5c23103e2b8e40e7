import type { IDBPTransaction } from 'idb';
import { failure } from '../errors.ts';
import type { Schema } from './database.ts';

/** Key of `travelLogs`: a random mark that whoever empties the stores leaves there. */
const MARK_KEY = 'emptied';

type Names = ('emailHeaders' | 'travelLogs')[];
type Reading = IDBPTransaction<Schema, Names, IDBTransactionMode>;
type Writing = IDBPTransaction<Schema, Names, 'readwrite'>;

/**
 * Tells the stores that a tab opened from those that another tab has emptied since. What a tab holds in memory is of
 * the time before; it must neither be written back nor be completed with what is there now.
 */
export interface Emptying {
  /** Remembers the stores as they are. */
  begin(transaction: Reading): Promise<void>;
  /**
   * To be awaited first in a transaction.
   *
   * @throws AppFailure `emptied_elsewhere`
   */
  check(transaction: Reading): Promise<void>;
  /** Leaves a new mark. Call {@link Emptying.begin} anew if the transaction fails. */
  mark(transaction: Writing): Promise<void>;
  /** True when the stores had been emptied before this tab opened them, or were emptied by it. */
  readonly marked: boolean;
}

export function createEmptying(): Emptying {
  let known: unknown;
  return {
    async begin(transaction) {
      known = await transaction.objectStore('travelLogs').get(MARK_KEY);
    },
    async check(transaction) {
      const mark = await transaction.objectStore('travelLogs').get(MARK_KEY);
      if (mark !== known) throw failure('emptied_elsewhere');
    },
    async mark(transaction) {
      known = crypto.randomUUID();
      await transaction.objectStore('travelLogs').put(known, MARK_KEY);
    },
    get marked() {
      return known !== undefined;
    },
  };
}
