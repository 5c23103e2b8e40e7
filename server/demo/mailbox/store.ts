import { describeMails } from './entry.ts';
import type { MailEntry } from './entry.ts';
import type { MailboxMail } from './draft.ts';

/** A mail in the mailbox's history; ids increase with gaps, as Gmail's do. */
export interface HistoryEntry {
  historyId: number;
  entry: MailEntry;
}

/** The mailbox for the Gmail calls. Mail can arrive; nothing is ever changed or removed. */
export interface MailStore {
  readonly owner: string;
  /** Newest first. */
  readonly mails: readonly MailEntry[];
  get(id: string): MailEntry | undefined;
  historyIdOf(entry: MailEntry): number;
  /** The id of the last change. */
  readonly historyId: number;
  /** Mail that arrived after a history id, oldest first; null when the id is too old. */
  since(historyId: number): HistoryEntry[] | null;
  /** Delivers new mail. */
  deliver(mails: readonly MailboxMail[]): Promise<void>;
  /** The search words of all mails with this word in any field; copies of a mail share theirs. */
  withWord(word: string): ReadonlySet<MailEntry['words']>;
}

const FIRST_HISTORY_ID = 1_048_601;
const HISTORY_STEP = 37;
/** How much history is kept. Gmail forgets it after about a week; the demo keeps that of its newest mails. */
const HISTORY_KEPT = 300;
const NONE: ReadonlySet<MailEntry['words']> = new Set();

/** Opens a store over entries sorted oldest first. */
export function createMailStore(owner: string, initial: readonly MailEntry[]): MailStore {
  const arrived: MailEntry[] = [];
  const newestFirst: MailEntry[] = [];
  const byId = new Map<string, MailEntry>();
  const historyIds = new Map<MailEntry, number>();
  const index = new Map<string, Set<MailEntry['words']>>();
  const indexed = new Set<MailEntry['words']>();

  const add = (entries: readonly MailEntry[]): void => {
    for (const entry of entries) {
      arrived.push(entry);
      byId.set(entry.id, entry);
      historyIds.set(entry, FIRST_HISTORY_ID + arrived.length * HISTORY_STEP);
      if (indexed.has(entry.words)) continue;
      indexed.add(entry.words);
      for (const word of new Set(entry.words.all.split(' '))) {
        const holders = index.get(word);
        if (holders) holders.add(entry.words);
        else index.set(word, new Set([entry.words]));
      }
    }
    newestFirst.splice(0, newestFirst.length, ...arrived.toSorted((a, b) => (a.id < b.id ? 1 : -1)));
  };
  add(initial);

  return {
    owner,
    mails: newestFirst,
    get: (id) => byId.get(id),
    historyIdOf: (entry) => historyIds.get(entry) ?? FIRST_HISTORY_ID,
    get historyId() {
      return FIRST_HISTORY_ID + arrived.length * HISTORY_STEP;
    },
    since(historyId) {
      const oldest = FIRST_HISTORY_ID + Math.max(0, initial.length - HISTORY_KEPT) * HISTORY_STEP;
      if (historyId < oldest) return null;
      const seen = Math.floor((historyId - FIRST_HISTORY_ID) / HISTORY_STEP);
      return arrived
        .slice(seen)
        .map((entry) => ({ entry, historyId: historyIds.get(entry) ?? FIRST_HISTORY_ID }));
    },
    deliver: async (mails) => add(await describeMails(mails, arrived.length)),
    withWord: (word) => index.get(word) ?? NONE,
  };
}
