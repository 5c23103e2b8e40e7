import type { AppFailure } from '../../errors.ts';
import { parseDate } from '../../../mail/header/receipt-date.ts';
import type { BatchEnd } from '../../mailbox/batch.ts';
import { TransientFault } from '../../mailbox/transient.ts';
import { knownSubject } from '../../records.ts';
import type { UnreadableReason } from '../../records.ts';
import type { AccountCheckpoint, Store } from '../../store/index.ts';
import type { UnreadableLog } from '../state/unreadable-log.ts';

/**
 * After this many runs, a mail that the provider refuses, or answers with an error at all five attempts, counts as
 * unreadable, so that one broken mail cannot block the scan. The next scan tries it again.
 */
export const RUNS_BEFORE_GIVING_UP = 3;

/** The number of mails that a scan gave up. */
export function givenUp({ stuck }: AccountCheckpoint): number {
  return Object.values(stuck).filter((runs) => runs >= RUNS_BEFORE_GIVING_UP).length;
}

/** What is known about mails that cannot be fetched. */
interface Stuck {
  state: AccountCheckpoint;
  unreadable: UnreadableLog;
}

/** Notes that these mails were fetched: earlier failures are forgotten, and a mail that was given up no longer is. */
export function noteFetched({ state, unreadable }: Stuck, ids: Iterable<string>): void {
  for (const id of ids) {
    const runs = state.stuck[id] ?? 0;
    delete state.stuck[id];
    if (runs < RUNS_BEFORE_GIVING_UP) continue;
    state.counts.unreadable -= 1;
    unreadable.forgetUnfetched(id);
  }
}

/**
 * Decides which mails of a batch are given up, and whether the scan must pause. Counts runs in which the mail itself
 * was the cause; a missing network or a rate limit says nothing about a mail. A mail that is given up is recorded as
 * unreadable.
 */
export async function settle(
  { state, store, unreadable }: Stuck & { store: Store },
  { failed, failure }: BatchEnd,
): Promise<{ givenUp: string[]; failure: AppFailure | null }> {
  const refused = failure?.code === 'email_failed';
  if (!refused && failure?.code !== 'fetch_attempts_reached') return { givenUp: [], failure };

  const over: string[] = [];
  for (const [id, fault] of failed) {
    // A refusal ends the batch at once, before the others have had their attempts.
    const isTheMail =
      fault instanceof TransientFault ? !refused && fault.answered : fault.code === 'email_failed';
    if (!isTheMail) continue;
    const runs = (state.stuck[id] ?? 0) + 1;
    state.stuck[id] = runs;
    if (runs < RUNS_BEFORE_GIVING_UP) continue;
    over.push(id);
    if (runs === RUNS_BEFORE_GIVING_UP) state.counts.unreadable += 1;
    await recordUnread({ store, unreadable }, id, fault instanceof TransientFault ? 'no-answer' : 'refused');
  }
  return { givenUp: over, failure: over.length === failed.size ? null : failure };
}

/**
 * Records a mail of the account of which at most the header is known.
 *
 * @returns whether it is newly counted
 */
export async function recordUnread(
  { store, unreadable }: { store: Store; unreadable: UnreadableLog },
  messageId: string,
  reason: UnreadableReason,
): Promise<boolean> {
  // A thorough scan may have the header of a mail without its text.
  const header = await store.header(messageId);
  return unreadable.record({
    messageId,
    source: 'account',
    reason,
    subject: header === undefined ? null : knownSubject(header.subject),
    date: header === undefined ? null : parseDate(header.date),
  });
}
