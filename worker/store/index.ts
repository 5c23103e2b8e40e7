import { wrap } from 'idb';
import type { IDBPObjectStore } from 'idb';
import type { HeaderRecord } from '../records.ts';
import type { Connection, Schema } from './database.ts';
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

/** `dkim-bin` (DESIGN 8). Every call rejects with `storage_full` or `storage_failed` (an AppFailure). */
export interface Store {
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
  /** Empties both stores. */
  clear(): Promise<void>;
  /** Empties both stores, but for the ledger. */
  clearMail(): Promise<void>;
  close(): void;
}

type HeaderStore = IDBPObjectStore<Schema, ('emailHeaders' | 'travelLogs')[], 'emailHeaders', 'readwrite'>;

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
  await guarded(database);

  return {
    get: (key) =>
      guarded(async () => {
        const value = await (await database()).get('travelLogs', key);
        return value === undefined ? undefined : checked(key, value);
      }),
    put: (key, value) =>
      guarded(async () => {
        await (await database()).put('travelLogs', value, key);
      }),
    delete: (key) => guarded(async () => (await database()).delete('travelLogs', key)),
    commit: (changes) => guarded(async () => write(await database(), changes)),
    header: (messageId) =>
      guarded(async () => {
        const parsed = headerSchema.safeParse(await (await database()).get('emailHeaders', messageId));
        return parsed.success ? parsed.data : undefined;
      }),
    headerIds: () => guarded(async () => new Set(await (await database()).getAllKeys('emailHeaders'))),
    clear: () =>
      guarded(async () => {
        const transaction = (await database()).transaction(['emailHeaders', 'travelLogs'], 'readwrite');
        await Promise.all([
          transaction.objectStore('emailHeaders').clear(),
          transaction.objectStore('travelLogs').clear(),
          transaction.done,
        ]);
      }),
    clearMail: () =>
      guarded(async () => {
        const transaction = (await database()).transaction(['emailHeaders', 'travelLogs'], 'readwrite');
        const logs = transaction.objectStore('travelLogs');
        await Promise.all([
          transaction.objectStore('emailHeaders').clear(),
          ...keysBesidesLedger().map((keys) => logs.delete(keys)),
          transaction.done,
        ]);
      }),
    ledger: () => guarded(async () => readLedger(await database())),
    writeLedger: (changes) => guarded(async () => writeLedger(await database(), changes)),
    close: () => {
      void connection?.then((open) => open.close());
      connection = null;
    },
  };
}

async function write(database: Connection, { headers = [], listed = [], logs = {} }: Changes): Promise<void> {
  const transaction = database.transaction(['emailHeaders', 'travelLogs'], 'readwrite');
  const headerStore = transaction.objectStore('emailHeaders');
  const logStore = transaction.objectStore('travelLogs');
  const writing: Promise<unknown>[] = [transaction.done];
  for (const header of headers) writing.push(headerStore.put(header));
  if (listed.length > 0) writing.push(putDistinct(headerStore, listed));
  for (const [key, value] of Object.entries(logs)) writing.push(logStore.put(value, key));
  await Promise.all(writing);
}

/** Puts each header whose subject is not kept under another id. */
async function putDistinct(headers: HeaderStore, listed: readonly HeaderRecord[]): Promise<void> {
  for (const header of listed) {
    const kept = await headers.index('subject').getKey(header.subject);
    if (kept === undefined || kept === header.messageId) await headers.put(header);
  }
}
