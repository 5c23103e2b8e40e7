import type { AppFailure } from '../errors.ts';
import { parseDate } from '../../mail/header/receipt-date.ts';
import type { BatchEnd } from '../mailbox/batch.ts';
import { TransientFault } from '../mailbox/transient.ts';
import { knownSubject } from '../records.ts';
import type { UnreadableReason } from '../records.ts';
import type { AccountCheckpoint, Store } from '../store/index.ts';
import type { UnreadableLog } from './unreadable-log.ts';

/**
 * After this many runs a mail that the provider refuses, or answers with an error at each of five attempts, is
 * counted as unreadable, so that one broken mail does not hold the scan for ever. The next scan tries it again.
 */
export const RUNS_BEFORE_GIVING_UP = 3;

/** How many mails of a scan were given up. */
export function givenUp({ stuck }: AccountCheckpoint): number {
  return Object.values(stuck).filter((runs) => runs >= RUNS_BEFORE_GIVING_UP).length;
}

/** What is known of mails that cannot be had. */
interface Stuck {
  state: AccountCheckpoint;
  unreadable: UnreadableLog;
}

/** Notes that these mails were fetched: what failed before is forgotten, and one that was given up is so no longer. */
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
 * Which members of a batch are given up, and why the scan must pause when it must. Counts runs in which a mail
 * itself was the trouble; a network that is down or a rate limit says nothing about a mail. One that is given up is
 * recorded as unreadable.
 */
export async function settle(
  { state, store, unreadable }: Stuck & { store: Store },
  { failed, failure }: BatchEnd,
): Promise<{ givenUp: string[]; failure: AppFailure | null }> {
  const refused = failure?.code === 'email_failed';
  if (!refused && failure?.code !== 'fetch_attempts_reached') return { givenUp: [], failure };

  const over: string[] = [];
  for (const [id, fault] of failed) {
    // A refusal ends the batch at once: the others have not had their attempts.
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

/** Records a mail of the account of which no more than its header can be known. @returns whether it counts anew */
export async function recordUnread(
  { store, unreadable }: { store: Store; unreadable: UnreadableLog },
  messageId: string,
  reason: UnreadableReason,
): Promise<boolean> {
  // A thorough scan may know the header of a mail whose text it cannot have.
  const header = await store.header(messageId);
  return unreadable.record({
    messageId,
    source: 'account',
    reason,
    subject: header === undefined ? null : knownSubject(header.subject),
    date: header === undefined ? null : parseDate(header.date),
  });
}
