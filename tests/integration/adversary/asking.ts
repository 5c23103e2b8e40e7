/** A client without the worker core. */
import { postRound2, replyOf, round1 } from '../../support/server/comparison.ts';
import type { Person, TestServer } from '../../support/server/harness.ts';
import { slotOfFact } from '../../support/psi/slots.ts';

export const BARS = slotOfFact('travelInterests/bars');
/** Every reply at 100 slots has this length. */
export const REPLY_BYTES = 20_664;

/**
 * A proper comparison: it goes through when the keys are not spent and the server's threads are alive.
 *
 * @returns the status, and the slots that match: {@link BARS} of a server that lists it
 */
export async function compare(
  server: TestServer,
  person: Person,
): Promise<[status: number, matched: number[]]> {
  const { message, open } = await round1(person.keys, [BARS]);
  const answer = await postRound2(server, person, message);
  return [answer.status, answer.ok ? open(await replyOf(answer)).matched : []];
}

/** What {@link compare} gives when all is well. */
export const COMPARED = [200, [BARS]];
