import type { IDBPTransaction } from 'idb';
import { failure } from '../errors.ts';
import type { Schema } from './database.ts';

/** Key of `travelLogs` for a random mark, set whenever the stores are emptied. */
const MARK_KEY = 'emptied';

type Names = ('emailHeaders' | 'travelLogs')[];
type Reading = IDBPTransaction<Schema, Names, IDBTransactionMode>;
type Writing = IDBPTransaction<Schema, Names, 'readwrite'>;

/**
 * Detects that another tab has emptied the stores since this tab opened them. The tab's memory is then out of date; it
 * must neither be written back nor be mixed with what is stored now.
 */
export interface Emptying {
  /** Remembers the current mark. */
  begin(transaction: Reading): Promise<void>;
  /**
   * Must be awaited first in a transaction.
   *
   * @throws AppFailure `emptied_elsewhere`
   */
  check(transaction: Reading): Promise<void>;
  /** Sets a new mark. Call {@link Emptying.begin} again if the transaction fails. */
  mark(transaction: Writing): Promise<void>;
  /** True when the stores were emptied before this tab opened them, or by it. */
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
