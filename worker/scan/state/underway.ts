import type { LoggedEvidence } from '../../records.ts';
import type { Store, TravelLogs } from '../../store/index.ts';

type Source = LoggedEvidence['source'];
type Stored = TravelLogs['underway'];

/**
 * Keeps in the store which mails are being read. If the worker ends meanwhile (a mail that takes all memory, a tab that
 * dies), the next one finds them there. Each of several is then suspected and read by itself. A suspected mail that
 * stopped the worker by itself has done so twice and is skipped.
 */
export interface Underway {
  /** What to store along with the findings; null while nothing changed. */
  readonly changed: Stored | null;
  /** Whether the mail must be read by itself. */
  isSuspect(id: string): boolean;
  isSkipped(id: string): boolean;
  /**
   * Stores that these mails are about to be read.
   *
   * @param suspected read by themselves, since the worker ended here
   */
  begin(ids: readonly string[], suspected?: boolean): Promise<void>;
  /** Notes that they were read or will not be; stored with the next {@link changed}. */
  end(ids: Iterable<string>): void;
  /** Notes that {@link changed} is stored. */
  stored(): void;
  /** Stores that nothing is being read: the scan ends, not the worker. */
  close(): Promise<void>;
}

/** Nothing was left behind. */
export const NOTHING_UNDERWAY: Stored[Source] = { reading: [], suspects: [], skipped: [] };

/** Takes over the stored state; mails being read there were left behind by a worker that ended. */
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

/** The stored state for a mail that the person wants read again. If it stops the worker again, it is skipped. */
function withAnotherTry(stored: Stored | undefined, source: Source, id: string): Stored {
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

/**
 * Prepares the store so that the next scan of this source reads a mail again that had stopped the worker twice. All in
 * one transaction.
 *
 * @returns false when no such mail was skipped
 */
export async function allowAnotherTry(store: Store, source: Source, messageId: string): Promise<boolean> {
  const underway = await store.get('underway');
  if (underway?.[source].skipped.includes(messageId) !== true) return false;
  const unreadable = (await store.get('unreadable')) ?? [];
  const checkpoint = await store.get('checkpoint');
  const logs = {
    underway: withAnotherTry(underway, source, messageId),
    unreadable: unreadable.filter((mail) => mail.messageId !== messageId || mail.source !== source),
  };
  if (checkpoint?.account && source === 'account') {
    const { account } = checkpoint;
    const next = {
      ...account,
      // A stuck mail is tried by the next scan, new or continued.
      stuck: { ...account.stuck, [messageId]: 0 },
      ...(account.state !== 'done' && { pending: [messageId, ...account.pending] }),
      read: account.read.filter((id) => id !== messageId),
      counts: {
        ...account.counts,
        candidates: account.counts.candidates + (account.state === 'done' ? 0 : 1),
        unreadable: Math.max(0, account.counts.unreadable - 1),
      },
    };
    await store.commit({ logs: { ...logs, checkpoint: { ...checkpoint, account: next } } });
    return true;
  }
  await store.commit({ logs });
  return true;
}
