/** A client without the worker core: it sends any bytes, and reads answers whole. */
import { initPsi } from '../../../psi-wasm/index.ts';
import type { ClientState } from '../../../psi-wasm/index.ts';
import type { Person, TestServer } from '../server/harness.ts';
import { bitsOf, slotOfFact } from './slots.ts';

export const BARS = slotOfFact('travelInterests/bars');
/** Every reply at 100 slots has this length. */
export const REPLY_BYTES = 20_664;

export async function ask(server: TestServer, { token }: Person, message: Uint8Array): Promise<Response> {
  return server.request('/api/psi/round2', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: Uint8Array.from(message),
  });
}

export interface SeenAnswer {
  status: number;
  body: string;
  headers: string[];
}

/** Everything by which the reader of two answers could tell them apart. */
export async function seen(answer: Response): Promise<SeenAnswer> {
  const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`);
  return { status: answer.status, body: await answer.text(), headers };
}

/** Round 1 with the keys that the person announced last. */
export async function requestOf({ keys }: Person, slots: readonly number[] = [BARS]) {
  return (await initPsi()).round1(keys.privateKeys, bitsOf(slots));
}

/** The slots that match. The person keeps their keys: opening a reply wipes what it is given. */
export async function opened({ keys }: Person, state: ClientState, answer: Response): Promise<number[]> {
  const psi = await initPsi();
  const { privateKeys } = psi.readPrivateKeys(Uint8Array.from(keys.privateKeys));
  const { reply } = psi.readReply(new Uint8Array(await answer.arrayBuffer()));
  const { matches } = psi.round3(privateKeys, state, reply);
  return [...matches.keys()].filter((slot) => matches[slot] === 1);
}

/**
 * A proper comparison: it goes through when the keys are not spent and the server's threads are alive.
 *
 * @returns the status, and the slots that match: {@link BARS} of a server that lists it
 */
export async function compare(
  server: TestServer,
  person: Person,
): Promise<[status: number, matched: number[]]> {
  const { state, message } = await requestOf(person);
  const answer = await ask(server, person, message);
  return [answer.status, answer.ok ? await opened(person, state, answer) : []];
}

/** What {@link compare} gives when all is well. */
export const COMPARED = [200, [BARS]];
