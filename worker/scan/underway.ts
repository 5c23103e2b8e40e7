import type { LoggedEvidence } from '../records.ts';
import type { Store, TravelLogs } from '../store/index.ts';

type Source = LoggedEvidence['source'];
type Stored = TravelLogs['underway'];

/**
 * Which mails are being read, as the store knows it: should the worker end in the middle (a mail that takes all
 * memory, a tab that dies), the next one finds them there. Of several, each is then suspected, and read by itself. A
 * mail that was suspected and left behind by itself has stopped the worker twice, and is skipped.
 */
export interface Underway {
  /** What is to be stored with what was read; null while nothing changed. */
  readonly changed: Stored | null;
  /** Whether the mail is to be read by itself. */
  isSuspect(id: string): boolean;
  isSkipped(id: string): boolean;
  /** Stores that these mails are about to be read. @param suspected read by themselves, since the worker ended here */
  begin(ids: readonly string[], suspected?: boolean): Promise<void>;
  /** They were read, or are not going to be; stored with the next {@link changed}. */
  end(ids: Iterable<string>): void;
  /** Notes that {@link changed} is stored. */
  stored(): void;
  /** Stores that nothing is being read: the scan ends, and the worker does not. */
  close(): Promise<void>;
}

/** Nothing was left behind. */
export const NOTHING_UNDERWAY: Stored[Source] = { reading: [], suspects: [], skipped: [] };

/** Takes over what the store has: what is being read there was left behind by a worker that ended. */
export function createUnderway(store: Store, stored: Stored | undefined, source: Source): Underway {
  const all: Stored = { account: NOTHING_UNDERWAY, file: NOTHING_UNDERWAY, ...stored };
  const left = all[source].reading;
  const suspects = new Set(all[source].suspects);
  const skipped = new Set(all[source].skipped);
  const [alone] = left;
  if (left.length === 1 && alone !== undefined && suspects.delete(alone)) skipped.add(alone);
  else for (const id of left) suspects.add(id);
  let reading: readonly string[] = [];
  let isChanged = left.length > 0;

  const current = (): Stored => ({
    ...all,
    [source]: { reading: [...reading], suspects: [...suspects], skipped: [...skipped] },
  });
  const put = async (): Promise<void> => {
    await store.commit({ logs: { underway: current() } });
    isChanged = false;
  };
  return {
    get changed() {
      return isChanged ? current() : null;
    },
    isSuspect: (id) => suspects.has(id),
    isSkipped: (id) => skipped.has(id),
    async begin(ids, suspected = false) {
      reading = ids;
      if (suspected) for (const id of ids) suspects.add(id);
      await put();
    },
    end(ids) {
      const over = new Set(ids);
      reading = reading.filter((id) => !over.has(id));
      for (const id of over) suspects.delete(id);
      isChanged = true;
    },
    stored() {
      isChanged = false;
    },
    async close() {
      if (reading.length === 0 && !isChanged) return;
      reading = [];
      await put();
    },
  };
}

/** The stored notes for a mail that the person wants read once more: should it stop the worker again, it is skipped. */
export function withAnotherTry(stored: Stored | undefined, source: Source, id: string): Stored {
  const all: Stored = { account: NOTHING_UNDERWAY, file: NOTHING_UNDERWAY, ...stored };
  const { suspects, skipped, reading } = all[source];
  return {
    ...all,
    [source]: {
      reading,
      suspects: [...new Set([...suspects, id])],
      skipped: skipped.filter((other) => other !== id),
    },
  };
}
