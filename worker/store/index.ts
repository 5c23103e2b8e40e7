import { wrap } from 'idb';
import type { IDBPObjectStore, IDBPTransaction } from 'idb';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { HeaderRecord } from '../records.ts';
import type { Connection, Schema } from './database.ts';
import { carryOver, keptCatalogs, placeOf } from './by-catalog.ts';
import { createEmptying } from './emptied.ts';
import { guarded } from './failures.ts';
import { evidenceSchema, headerSchema, LOGS } from './logs.ts';
import { keysBesidesLedger, readLedger, writeLedger } from './ledger-records.ts';
import type { LedgerChanges, StoredLedger } from './ledger-records.ts';
import type { LogKey, TravelLogs } from './logs.ts';

export type { LedgerChange, LedgerChanges, StoredLedger } from './ledger-records.ts';
export type { AccountCheckpoint, Checkpoint, FileCheckpoint, LogKey, TravelLogs } from './logs.ts';

/** Name and version of the database. */
export const DATABASE_NAME = 'dkim-bin';
export const DATABASE_VERSION = 1;

/** Changes written in one transaction. */
export interface Changes {
  /** Headers of candidates, always kept. */
  headers?: readonly HeaderRecord[];
  /** Headers from the listing, kept only if none with the same subject is stored. */
  listed?: readonly HeaderRecord[];
  logs?: Partial<TravelLogs>;
}

/**
 * `dkim-bin`. Every call rejects with `storage_full` or `storage_failed` (an AppFailure). All but `clear` and `close`
 * also reject with `emptied_elsewhere` once another tab has emptied the stores.
 */
export interface Store {
  /** The same stores, with this catalog's entries instead of another's. */
  forCatalog(hash: string): Store;
  /** The hashes of all catalogs with stored entries. */
  catalogs(): Promise<string[]>;
  /** Gives this catalog an older version's entries, which belong to the only catalog of that time. */
  carryOver(hash: string): Promise<void>;
  /** False on a device that was never emptied. */
  readonly emptiedBefore: boolean;
  /** A named entry of `travelLogs`; undefined when it is absent or has a shape that is no longer read. */
  get<K extends LogKey>(key: K): Promise<TravelLogs[K] | undefined>;
  put<K extends LogKey>(key: K, value: TravelLogs[K]): Promise<void>;
  /** Changes an entry by what it is now, in one transaction, so that no other tab's change is lost. */
  update<K extends LogKey>(key: K, change: (now: TravelLogs[K] | undefined) => TravelLogs[K]): Promise<void>;
  delete(key: LogKey): Promise<void>;
  /** Writes everything in one transaction. */
  commit(changes: Changes): Promise<void>;
  header(messageId: string): Promise<HeaderRecord | undefined>;
  /** The ids of all stored headers. */
  headerIds(): Promise<Set<string>>;
  /** The requests of all tabs. */
  ledger(): Promise<StoredLedger>;
  writeLedger(changes: LedgerChanges): Promise<void>;
  /**
   * Records for good that a key pair is about to be used; it is on the disk when this resolves.
   *
   * @param keyId 16 bytes
   * @returns false when any tab used this pair before
   */
  spend(keyId: Uint8Array): Promise<boolean>;
  /** Resolves when this tab may still write. */
  check(): Promise<void>;
  /** Empties both stores. */
  clear(): Promise<void>;
  /** Empties both stores except for the ledger. */
  clearMail(): Promise<void>;
  close(): void;
}

type Names = ('emailHeaders' | 'travelLogs')[];
const STORES: Names = ['emailHeaders', 'travelLogs'];

/** Prefix of the keys in `travelLogs` for used key pairs, followed by the key id in hex. */
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
      // Another tab wants a newer version, or the browser closed the connection; the next call reopens it.
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
  // One entry with another shape must not hide the other evidence.
  const candidate =
    key === 'evidence' && Array.isArray(value)
      ? value.filter((entry) => evidenceSchema.safeParse(entry).success)
      : value;
  const parsed = LOGS[key].safeParse(candidate);
  return parsed.success ? parsed.data : undefined;
}

/**
 * Opens the device's database, and creates it if it is new.
 *
 * @param factory the database factory; outside a browser the `IDB*` globals of the same implementation must exist too,
 *   because idb uses them
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
    // Failed work rejects by itself.
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
  /** The same, after checking that no other tab has emptied the stores. */
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

  const storeFor = (catalog: string | null): Store => ({
    forCatalog: (hash) => storeFor(hash),
    catalogs: () => inOwn('readonly', keptCatalogs),
    carryOver: (hash) => inOwn('readwrite', (transaction) => carryOver(transaction, hash)),
    get emptiedBefore() {
      return emptying.marked;
    },
    get: (key) =>
      inOwn('readonly', async (transaction) => {
        const value: unknown = await transaction.objectStore('travelLogs').get(placeOf(key, catalog));
        return value === undefined ? undefined : checked(key, value);
      }),
    put: (key, value) =>
      inOwn('readwrite', async (transaction) => {
        await transaction.objectStore('travelLogs').put(value, placeOf(key, catalog));
      }),
    update: (key, change) =>
      inOwn('readwrite', async (transaction) => {
        const logs = transaction.objectStore('travelLogs');
        const now: unknown = await logs.get(placeOf(key, catalog));
        await logs.put(change(now === undefined ? undefined : checked(key, now)), placeOf(key, catalog));
      }),
    delete: (key) =>
      inOwn('readwrite', (transaction) =>
        transaction.objectStore('travelLogs').delete(placeOf(key, catalog)),
      ),
    commit: (changes) => inOwn('readwrite', (transaction) => write(transaction, changes, catalog)),
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
        // Does not wait for the disk, since every request causes a write.
        { durability: 'relaxed' },
      ),
    close: () => {
      void connection?.then((open) => open.close());
      connection = null;
    },
  });
  return storeFor(null);
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
  catalog: string | null,
): Promise<void> {
  const headerStore = transaction.objectStore('emailHeaders');
  const logStore = transaction.objectStore('travelLogs');
  await Promise.all([
    ...headers.map(async (header) => headerStore.put(header)),
    putDistinct(headerStore, listed),
    ...Object.entries(logs).map(async ([key, value]) => logStore.put(value, placeOf(key, catalog))),
  ]);
}

/** Stores each header unless its subject is stored under another id. */
async function putDistinct(headers: HeaderStore, listed: readonly HeaderRecord[]): Promise<void> {
  for (const header of listed) {
    const kept = await headers.index('subject').getKey(header.subject);
    if (kept === undefined || kept === header.messageId) await headers.put(header);
  }
}
