/** A client without the worker core. */
import { postRound2, replyOf, round1 } from '../../support/server/comparison.ts';
import type { Person, TestServer } from '../../support/server/harness.ts';
import { slotOfFact } from '../../support/psi/slots.ts';

export const BARS = slotOfFact('travelInterests/bars');
/** The length of every reply at 100 slots. */
export const REPLY_BYTES = 20_664;

/**
 * A valid comparison. It succeeds when the keys are unused and the server's threads are alive.
 *
 * @returns the status, and the slots that match: {@link BARS} if the server lists it
 */
export async function compare(
  server: TestServer,
  person: Person,
): Promise<[status: number, matched: number[]]> {
  const { message, open } = await round1(person.keys, [BARS]);
  const answer = await postRound2(server, person, message);
  return [answer.status, answer.ok ? open(await replyOf(answer)).matched : []];
}

/** The result of {@link compare} when nothing is wrong. */
export const COMPARED = [200, [BARS]];
