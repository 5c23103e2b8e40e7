import { MAX_UNREADABLE } from '../contract.ts';
import type { UnreadableMail, UnreadableReason } from '../records.ts';

/** The reasons of mails that could not even be fetched. */
const UNFETCHED: ReadonlySet<UnreadableReason> = new Set(['refused', 'no-answer']);

/** Mails that could not be read, with the reason, in memory while a scan runs: the newest of each source. */
export interface UnreadableLog {
  /** From the oldest to the newest, each mail once. */
  readonly all: readonly UnreadableMail[];
  /** False while it is as it was when {@link stored} was called last. */
  readonly changed: boolean;
  /** @returns whether it counts anew: it was not in the log, or only as one that could not be fetched */
  record(mail: UnreadableMail): boolean;
  /** Takes out a mail that could not be fetched: it now was, or is about to be tried again. */
  forgetUnfetched(messageId: string): void;
  /** Drops everything that came from this source. */
  drop(source: UnreadableMail['source']): void;
  /** Notes that it is stored as it stands. */
  stored(): void;
}

/** Makes the log from what is stored. */
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
