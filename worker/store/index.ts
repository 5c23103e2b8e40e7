import { wrap } from 'idb';
import type { IDBPObjectStore, IDBPTransaction } from 'idb';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { HeaderRecord } from '../records.ts';
import type { Connection, Schema } from './database.ts';
import { createEmptying } from './emptied.ts';
import { guarded } from './failures.ts';
import { evidenceSchema, headerSchema, LOGS } from './logs.ts';
import { keysBesidesLedger, readLedger, writeLedger } from './ledger-records.ts';
import type { LedgerChanges, StoredLedger } from './ledger-records.ts';
import type { LogKey, TravelLogs } from './logs.ts';

export type { LedgerChange, LedgerChanges, StoredLedger } from './ledger-records.ts';
export type { AccountCheckpoint, Checkpoint, FileCheckpoint, LogKey, TravelLogs } from './logs.ts';

/** Name and version of the database (DESIGN 8). */
export const DATABASE_NAME = 'dkim-bin';
export const DATABASE_VERSION = 1;

/** What is written in one transaction: all of it, or nothing. */
export interface Changes {
  /** Kept always: the headers of candidates. */
  headers?: readonly HeaderRecord[];
  /** Kept only when no header with the same subject is there yet: the listing's (DESIGN 5). */
  listed?: readonly HeaderRecord[];
  logs?: Partial<TravelLogs>;
}

/**
 * `dkim-bin` (DESIGN 8). Every call rejects with `storage_full` or `storage_failed` (an AppFailure), and all but
 * `clear` and `close` with `emptied_elsewhere` once another tab has emptied the stores.
 */
export interface Store {
  /** False on a device that was never emptied. */
  readonly emptiedBefore: boolean;
  /** A named entry of `travelLogs`; undefined when it is absent or was written in a shape that is no longer read. */
  get<K extends LogKey>(key: K): Promise<TravelLogs[K] | undefined>;
  put<K extends LogKey>(key: K, value: TravelLogs[K]): Promise<void>;
  delete(key: LogKey): Promise<void>;
  /** Writes everything in one transaction. */
  commit(changes: Changes): Promise<void>;
  header(messageId: string): Promise<HeaderRecord | undefined>;
  /** The ids of all headers that are kept. */
  headerIds(): Promise<Set<string>>;
  /** The requests that were made, by whichever tab. */
  ledger(): Promise<StoredLedger>;
  writeLedger(changes: LedgerChanges): Promise<void>;
  /**
   * Takes down that a key pair is about to be used, for good: it is on the disk when this resolves.
   *
   * @param keyId 16 bytes
   * @returns false when this pair was used before, by whichever tab
   */
  spend(keyId: Uint8Array): Promise<boolean>;
  /** Resolves when this tab may still write. */
  check(): Promise<void>;
  /** Empties both stores. */
  clear(): Promise<void>;
  /** Empties both stores, but for the ledger. */
  clearMail(): Promise<void>;
  close(): void;
}

type Names = ('emailHeaders' | 'travelLogs')[];
const STORES: Names = ['emailHeaders', 'travelLogs'];

/** Keys of `travelLogs`: one for each key pair that was used, behind its id in hex. */
const SPENT_KEY = 'spent/';

type Transaction<Mode extends IDBTransactionMode> = IDBPTransaction<Schema, Names, Mode>;
type HeaderStore = IDBPObjectStore<Schema, Names, 'emailHeaders', 'readwrite'>;

function connect(factory: IDBFactory, onLost: () => void): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const request = factory.open(DATABASE_NAME, DATABASE_VERSION);
    request.addEventListener('upgradeneeded', () => {
      const headers = request.result.createObjectStore('emailHeaders', { keyPath: 'messageId' });
      headers.createIndex('from', 'from');
      headers.createIndex('subject', 'subject');
      request.result.createObjectStore('travelLogs');
    });
    request.addEventListener('error', () =>
      reject(request.error ?? new DOMException('The database did not open', 'UnknownError')),
    );
    request.addEventListener('success', () => {
      const database = request.result;
      // Another tab wants a newer version, or the browser ended the connection: the next call opens anew.
      const lost = (): void => {
        database.close();
        onLost();
      };
      database.addEventListener('versionchange', lost);
      database.addEventListener('close', lost);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- idb cannot know the schema that the upgrade above made
      resolve(wrap(database) as Connection);
    });
  });
}

function checked<K extends LogKey>(key: K, value: unknown): TravelLogs[K] | undefined {
  // One entry of another shape must not hide the rest of the evidence.
  const candidate =
    key === 'evidence' && Array.isArray(value)
      ? value.filter((entry) => evidenceSchema.safeParse(entry).success)
      : value;
  const parsed = LOGS[key].safeParse(candidate);
  return parsed.success ? parsed.data : undefined;
}

/**
 * Opens the device's database, making it when it is new.
 *
 * @param factory where databases live; outside of a browser the `IDB*` globals of the same implementation
 *   must be there too (idb looks at them)
 * @throws AppFailure `storage_failed` when the browser gives no storage (a private window, another version)
 */
export async function openStore(factory: IDBFactory = globalThis.indexedDB): Promise<Store> {
  let connection: Promise<Connection> | null = null;
  const database = (): Promise<Connection> => {
    if (connection === null) {
      const opening = connect(factory, () => {
        connection = null;
      });
      opening.catch(() => {
        connection = null;
      });
      connection = opening;
    }
    return connection;
  };
  const emptying = createEmptying();

  /** Runs work in one transaction: all of it, or nothing. */
  const within = async <Mode extends IDBTransactionMode, T>(
    mode: Mode,
    work: (transaction: Transaction<Mode>) => Promise<T>,
    options?: IDBTransactionOptions,
  ): Promise<T> => {
    const transaction = (await database()).transaction<Names, Mode>(STORES, mode, options);
    const { done } = transaction;
    // Work that fails rejects by itself.
    done.catch(() => undefined);
    try {
      const answer = await work(transaction);
      await done;
      return answer;
    } catch (cause) {
      abort(transaction);
      throw cause;
    }
  };
  /** The same, in stores that no other tab has emptied meanwhile. */
  const inOwn = <Mode extends IDBTransactionMode, T>(
    mode: Mode,
    work: (transaction: Transaction<Mode>) => Promise<T>,
    options?: IDBTransactionOptions,
  ): Promise<T> =>
    guarded(() =>
      within(
        mode,
        async (transaction) => {
          await emptying.check(transaction);
          return work(transaction);
        },
        options,
      ),
    );
  await guarded(() => within('readonly', (transaction) => emptying.begin(transaction)));

  return {
    get emptiedBefore() {
      return emptying.marked;
    },
    get: (key) =>
      inOwn('readonly', async (transaction) => {
        const value = await transaction.objectStore('travelLogs').get(key);
        return value === undefined ? undefined : checked(key, value);
      }),
    put: (key, value) =>
      inOwn('readwrite', async (transaction) => {
        await transaction.objectStore('travelLogs').put(value, key);
      }),
    delete: (key) => inOwn('readwrite', (transaction) => transaction.objectStore('travelLogs').delete(key)),
    commit: (changes) => inOwn('readwrite', (transaction) => write(transaction, changes)),
    header: (messageId) =>
      inOwn('readonly', async (transaction) => {
        const kept = await transaction.objectStore('emailHeaders').get(messageId);
        const parsed = headerSchema.safeParse(kept);
        return parsed.success ? parsed.data : undefined;
      }),
    headerIds: () =>
      inOwn(
        'readonly',
        async (transaction) => new Set(await transaction.objectStore('emailHeaders').getAllKeys()),
      ),
    spend: (keyId) =>
      inOwn(
        'readwrite',
        async (transaction) => {
          const logs = transaction.objectStore('travelLogs');
          const key = SPENT_KEY + bytesToHex(keyId);
          if ((await logs.getKey(key)) !== undefined) return false;
          await logs.add(true, key);
          return true;
        },
        { durability: 'strict' },
      ),
    check: () => inOwn('readonly', () => Promise.resolve()),
    clear: () =>
      guarded(() =>
        within('readwrite', async (transaction) => {
          await transaction.objectStore('emailHeaders').clear();
          await transaction.objectStore('travelLogs').clear();
          await emptying.mark(transaction);
        }),
      ),
    clearMail: () =>
      inOwn('readwrite', async (transaction) => {
        const logs = transaction.objectStore('travelLogs');
        await transaction.objectStore('emailHeaders').clear();
        for (const keys of keysBesidesLedger()) await logs.delete(keys);
        await emptying.mark(transaction);
      }),
    ledger: () => inOwn('readonly', (transaction) => readLedger(transaction.objectStore('travelLogs'))),
    writeLedger: (changes) =>
      inOwn(
        'readwrite',
        (transaction) => writeLedger(transaction.objectStore('travelLogs'), changes),
        // Nothing waits for the disk: with each request there is a write.
        { durability: 'relaxed' },
      ),
    close: () => {
      void connection?.then((open) => open.close());
      connection = null;
    },
  };
}

function abort(transaction: Transaction<IDBTransactionMode>): void {
  try {
    transaction.abort();
  } catch {
    // It has ended already.
  }
}

async function write(
  transaction: Transaction<'readwrite'>,
  { headers = [], listed = [], logs = {} }: Changes,
): Promise<void> {
  const headerStore = transaction.objectStore('emailHeaders');
  const logStore = transaction.objectStore('travelLogs');
  await Promise.all([
    ...headers.map(async (header) => headerStore.put(header)),
    putDistinct(headerStore, listed),
    ...Object.entries(logs).map(async ([key, value]) => logStore.put(value, key)),
  ]);
}

/** Puts each header whose subject is not kept under another id. */
async function putDistinct(headers: HeaderStore, listed: readonly HeaderRecord[]): Promise<void> {
  for (const header of listed) {
    const kept = await headers.index('subject').getKey(header.subject);
    if (kept === undefined || kept === header.messageId) await headers.put(header);
  }
}
