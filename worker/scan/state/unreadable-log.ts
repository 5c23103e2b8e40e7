import { MAX_UNREADABLE } from '../../contract.ts';
import type { UnreadableMail, UnreadableReason } from '../../records.ts';

/** The reasons for mails that could not be fetched. */
const UNFETCHED: ReadonlySet<UnreadableReason> = new Set(['refused', 'no-answer']);

/** Unreadable mails with their reasons, in memory during a scan: the newest of each source. */
export interface UnreadableLog {
  /** From the oldest to the newest, each mail once. */
  readonly all: readonly UnreadableMail[];
  /** False while unchanged since the last call of {@link stored}. */
  readonly changed: boolean;
  /** @returns whether it is newly counted: it was not in the log, or only as one that could not be fetched */
  record(mail: UnreadableMail): boolean;
  /** Removes a mail that could not be fetched, because it now was or is about to be tried again. */
  forgetUnfetched(messageId: string): void;
  /** Drops everything from this source. */
  drop(source: UnreadableMail['source']): void;
  /** Notes that the current state is stored. */
  stored(): void;
}

/** Makes the log from the stored entries. */
export function createUnreadableLog(stored: readonly UnreadableMail[]): UnreadableLog {
  let mails = [...stored];
  let changed = false;
  const keep = (test: (mail: UnreadableMail) => boolean): void => {
    const kept = mails.filter(test);
    if (kept.length < mails.length) changed = true;
    mails = kept;
  };
  return {
    get all() {
      return mails;
    },
    get changed() {
      return changed;
    },
    record(mail) {
      const before = mails.find(({ messageId }) => messageId === mail.messageId);
      keep((other) => other !== before);
      const sameSource = mails.filter(({ source }) => source === mail.source);
      if (sameSource.length >= MAX_UNREADABLE) keep((other) => other !== sameSource[0]);
      mails.push(mail);
      changed = true;
      return before === undefined || UNFETCHED.has(before.reason);
    },
    forgetUnfetched: (messageId) =>
      keep((mail) => mail.messageId !== messageId || !UNFETCHED.has(mail.reason)),
    drop: (source) => keep((mail) => mail.source !== source),
    stored() {
      changed = false;
    },
  };
}
