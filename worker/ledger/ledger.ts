import type { Clock } from '../clock.ts';
import type { Ledger, LedgerEntry, LedgerSum, LoadedResource, Purpose, WorkerEvent } from '../contract.ts';
import { MAX_LEDGER_ENTRIES } from '../store/ledger-records.ts';
import type { LedgerChange, Store, StoredLedger } from '../store/index.ts';
import { destinationOf } from './destination.ts';
import { recordingFetch } from './recording-fetch.ts';
import type { Meter } from './recording-fetch.ts';
import { loadedBy } from './resources.ts';
import type { Loader } from './resources.ts';
import { addUp, sumOf } from '../store/ledger-sums.ts';

/** Shortest time between two updates to a watching page, in milliseconds. */
const TELL_EVERY_MS = 400;

/** Digits of a time in milliseconds until the year 2286, so that ids sort by time. */
const TIME_DIGITS = 13;
const NUMBER_DIGITS = 7;

export interface LedgerDeps {
  /** Our server's origin. */
  origin: string;
  clock: Clock;
  emit: (event: WorkerEvent) => void;
}

/**
 * The privacy ledger: records every request of this worker, and writes it to the device as it happens. A device that
 * nobody has used yet keeps nothing: until {@link PrivacyLedger.keep}, entries stay in memory.
 */
export interface PrivacyLedger {
  /** Wraps a `fetch` so that its requests are entered with this purpose. */
  readonly recording: (send: typeof fetch, purpose: Purpose) => typeof fetch;
  /** Enters what the browser loaded by itself. */
  addLoaded(by: Loader, resources: readonly LoadedResource[]): void;
  /** Adds what this store holds. If the ledger is already kept on the device, new entries go there too. */
  attach(store: Store): Promise<void>;
  /** Starts keeping the ledger on the device. Resolves once existing entries are stored, or could not be. */
  keep(): Promise<void>;
  /** Resolves when no write is under way. */
  settle(): Promise<void>;
  /** Forgets everything in memory. The caller then removes what is stored. */
  forget(): Promise<void>;
  /**
   * Starts or stops sending the ledger to the page: at once, and whenever it grows.
   *
   * @throws AppFailure `storage_failed` when the stored part cannot be read
   */
  watch(watched: boolean): Promise<void>;
}

export function createLedger({ origin, clock, emit }: LedgerDeps): PrivacyLedger {
  const worker = crypto.randomUUID();
  let number = 0;
  let store: Store | null = null;
  let keeping = false;
  let watched = false;
  let telling = false;
  /** Entries not stored yet, oldest first. */
  const unstored = new Map<string, LedgerEntry>();
  let unstoredSums: LedgerSum[] = [];
  /** Unfinished entries, as last stored. */
  const stored = new Map<string, LedgerEntry>();

  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };

  /** Without a store, the entries in memory are limited in the same way as stored ones. */
  const foldUnstored = (): void => {
    for (const [id, entry] of unstored) {
      if (unstored.size <= MAX_LEDGER_ENTRIES) break;
      if (stored.has(id)) continue;
      unstored.delete(id);
      unstoredSums = addUp([...unstoredSums, sumOf(entry)]);
    }
  };

  const writeAll = async (): Promise<void> => {
    if (!keeping || store === null || (unstored.size === 0 && unstoredSums.length === 0)) return;
    const entries = [...unstored.values()].map((now): LedgerChange => {
      return { before: stored.get(now.id) ?? null, now: { ...now } };
    });
    const sums = unstoredSums;
    unstored.clear();
    unstoredSums = [];
    try {
      await store.writeLedger({ entries, sums });
      for (const { now } of entries) {
        if (now.state === 'waiting') stored.set(now.id, now);
        else stored.delete(now.id);
      }
    } catch {
      // A full disk must not stop the mail from being read. The next request tries to store them again.
      const newer = [...unstored.values()];
      unstored.clear();
      for (const { now } of entries) unstored.set(now.id, now);
      for (const now of newer) unstored.set(now.id, now);
      unstoredSums = addUp([...sums, ...unstoredSums]);
    }
  };

  let next: Promise<void> | null = null;
  /** Entries added during a write go into the next one; there is never a third. */
  const write = (): Promise<void> => {
    next ??= inTurn(async () => {
      next = null;
      await writeAll();
    });
    return next;
  };

  /** @throws AppFailure of the store, because an incomplete list must not look complete */
  const read = (): Promise<Ledger> =>
    inTurn(async () => {
      const kept: StoredLedger = (await store?.ledger()) ?? { entries: [], sums: [] };
      const listed = new Map(kept.entries.map((entry) => [entry.id, entry]));
      for (const entry of unstored.values()) listed.set(entry.id, { ...entry });
      const entries = [...listed.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1));
      const unlisted = addUp([...kept.sums, ...unstoredSums]);
      return {
        entries,
        sums: addUp([...unlisted, ...entries.map(sumOf)]),
        folded: unlisted.reduce(
          (all, { purpose, requests }) => all + (purpose === 'app files' ? 0 : requests),
          0,
        ),
      };
    });

  const tell = async (): Promise<void> => {
    if (!watched || telling) return;
    telling = true;
    await clock.sleep(TELL_EVERY_MS);
    telling = false;
    // If reading fails, the next request or the next watcher tries again.
    const now = watched ? await read().catch(() => null) : null;
    if (now !== null) emit({ type: 'ledger', ledger: now });
  };

  const changed = (): void => {
    if (keeping) void write();
    else foldUnstored();
    void tell();
  };

  const enter = (entry: Omit<LedgerEntry, 'id'>): LedgerEntry => {
    number += 1;
    const time = String(Math.trunc(entry.at)).padStart(TIME_DIGITS, '0');
    const made = { id: `${time}-${worker}-${String(number).padStart(NUMBER_DIGITS, '0')}`, ...entry };
    unstored.set(made.id, made);
    changed();
    return made;
  };

  const meter = (purpose: Purpose, method: string, url: string): Meter => {
    const begun: Omit<LedgerEntry, 'id'> = {
      at: clock.now(),
      purpose,
      method,
      ...destinationOf(url, origin),
      sent: 0,
      received: 0,
      state: 'waiting',
    };
    let entry = enter(begun);
    const change = (news: Partial<LedgerEntry>): void => {
      entry = { ...entry, ...news };
      unstored.set(entry.id, entry);
      changed();
    };
    return {
      sent: (bytes) => change({ sent: bytes === null || entry.sent === null ? null : entry.sent + bytes }),
      received: (bytes) =>
        change({ received: bytes === null || entry.received === null ? null : entry.received + bytes }),
      redirected: (to) => {
        // The browser does not tell whether the body was sent again (Fetch 4.4).
        enter({ ...begun, at: clock.now(), ...destinationOf(to, origin), sent: null, state: 'answered' });
      },
      end: (state) => {
        if (entry.state === 'waiting') change({ state });
      },
    };
  };

  return {
    recording: (send, purpose) => recordingFetch(send, (method, url) => meter(purpose, method, url)),
    addLoaded(by, resources) {
      const { files, entries } = loadedBy(by, resources, origin);
      if (files !== null) unstoredSums = addUp([...unstoredSums, files]);
      for (const entry of entries) enter(entry);
      changed();
    },
    async attach(opened) {
      store = opened;
      const { entries, sums } = await opened.ledger();
      if (entries.length + sums.length === 0) return;
      keeping = true;
      await write();
    },
    async keep() {
      keeping = true;
      await write();
    },
    settle: () => inTurn(() => Promise.resolve()),
    async forget() {
      keeping = false;
      await inTurn(() => Promise.resolve());
      unstored.clear();
      stored.clear();
      unstoredSums = [];
      changed();
    },
    async watch(wanted) {
      watched = wanted;
      if (wanted) emit({ type: 'ledger', ledger: await read() });
    },
  };
}
