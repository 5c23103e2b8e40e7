import type { AppFailure } from '../errors.ts';
import type { BatchEnd } from '../mailbox/batch.ts';
import { TransientFault } from '../mailbox/transient.ts';
import type { AccountCheckpoint } from '../store/index.ts';

/**
 * After this many runs a mail that the provider refuses, or answers with an error at each of five attempts, is
 * counted as unreadable, so that one broken mail does not hold the scan for ever. The next scan tries it again.
 */
const RUNS_BEFORE_GIVING_UP = 3;

/** Notes that these mails were fetched: what failed before is forgotten. */
export function noteFetched(state: AccountCheckpoint, ids: Iterable<string>): void {
  for (const id of ids) delete state.stuck[id];
}

/**
 * Which members of a batch are given up, and why the scan must pause when it must. Counts runs in which a mail
 * itself was the trouble; a network that is down or a rate limit says nothing about a mail.
 */
export function settle(
  state: AccountCheckpoint,
  { failed, failure }: BatchEnd,
): { givenUp: string[]; failure: AppFailure | null } {
  const refused = failure?.code === 'email_failed';
  if (!refused && failure?.code !== 'fetch_attempts_reached') return { givenUp: [], failure };

  const givenUp: string[] = [];
  for (const [id, fault] of failed) {
    // A refusal ends the batch at once: the others have not had their attempts.
    const isTheMail =
      fault instanceof TransientFault ? !refused && fault.answered : fault.code === 'email_failed';
    if (!isTheMail) continue;
    const runs = (state.stuck[id] ?? 0) + 1;
    state.stuck[id] = runs;
    if (runs >= RUNS_BEFORE_GIVING_UP) givenUp.push(id);
  }
  state.counts.unreadable += givenUp.length;
  return { givenUp, failure: givenUp.length === failed.size ? null : failure };
}
