import type { UnreadableMail } from '../records.ts';

/** The newest entries that are kept: enough to see what is wrong with a mailbox, of any size. */
export const MAX_UNREADABLE = 200;

/** Mails that could not be read, with the reason, in memory while a scan runs. */
export interface UnreadableLog {
  /** From the oldest to the newest, each mail once. */
  readonly all: readonly UnreadableMail[];
  record(mail: UnreadableMail): void;
}

/** Makes the log from what is stored. */
export function createUnreadableLog(stored: readonly UnreadableMail[]): UnreadableLog {
  const byId = new Map(stored.map((mail) => [mail.messageId, mail]));
  return {
    get all() {
      return [...byId.values()];
    },
    record(mail) {
      byId.delete(mail.messageId);
      byId.set(mail.messageId, mail);
      const oldest = byId.size > MAX_UNREADABLE ? byId.keys().next().value : undefined;
      if (oldest !== undefined) byId.delete(oldest);
    },
  };
}
