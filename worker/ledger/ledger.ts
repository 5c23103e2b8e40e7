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

/** How often a page that watches is told at most. Milliseconds. */
const TELL_EVERY_MS = 400;

/** Digits of the milliseconds since the epoch until the year 2286, so that ids sort by time. */
const TIME_DIGITS = 13;
const NUMBER_DIGITS = 7;

export interface LedgerDeps {
  /** Of our server. */
  origin: string;
  clock: Clock;
  emit: (event: WorkerEvent) => void;
}

/**
 * The privacy ledger (DESIGN 9): what this worker sends is taken down here and written to the device as it happens.
 * A device on which nobody has done anything keeps nothing: until {@link PrivacyLedger.keep} it lies in memory.
 */
export interface PrivacyLedger {
  /** A `fetch` that sends as the given one does, and whose requests are entered with this purpose. */
  readonly recording: (send: typeof fetch, purpose: Purpose) => typeof fetch;
  /** Enters what the browser loaded by itself. */
  addLoaded(by: Loader, resources: readonly LoadedResource[]): void;
  /** From now on it is read from this store too, and kept there if it is already. */
  attach(store: Store): Promise<void>;
  /** From now on it is kept on the device. Resolves when what is there is stored, or could not be. */
  keep(): Promise<void>;
  /** Resolves when no write is under way. */
  settle(): Promise<void>;
  /** Forgets everything; what is stored is the caller's to remove afterwards. */
  forget(): Promise<void>;
  /**
   * Whether the page is told the ledger: at once, and as it grows.
   *
   * @throws AppFailure `storage_failed` when what is kept on the device cannot be read
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
  /** What is not stored yet, oldest first. */
  const unstored = new Map<string, LedgerEntry>();
  let unstoredSums: LedgerSum[] = [];
  /** Entries that have not ended, as they were stored last. */
  const stored = new Map<string, LedgerEntry>();

  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };

  /** Without a store, memory is bounded as the store is. */
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
      // A full disk must not keep the mail from being read: it is tried again with the next request.
      const newer = [...unstored.values()];
      unstored.clear();
      for (const { now } of entries) unstored.set(now.id, now);
      for (const now of newer) unstored.set(now.id, now);
      unstoredSums = addUp([...sums, ...unstoredSums]);
    }
  };

  let next: Promise<void> | null = null;
  /** What happens while one write is under way goes into the next, and no third one waits. */
  const write = (): Promise<void> => {
    next ??= inTurn(async () => {
      next = null;
      await writeAll();
    });
    return next;
  };

  /** @throws AppFailure of the store: a part of the list must not pass for all of it */
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
    // What cannot be read now is told with the next request, or when somebody watches anew.
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
        // The browser does not say whether the body was sent again (Fetch 4.4).
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
