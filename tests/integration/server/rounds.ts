/** A person's side of the comparison's calls, over HTTP. */
import { SLOT_COUNT } from '../../../catalog/index.ts';
import { initPsi } from '../../../psi-wasm/index.ts';
import { jsonPost } from './harness.ts';
import type { Person, Reachable } from './harness.ts';

/** A request of round 1 for these slots, with the person's keys as they are now. */
export async function round1(person: Person, slots: readonly number[] = [1]) {
  const psi = await initPsi();
  const bits = new Uint8Array(SLOT_COUNT);
  for (const slot of slots) bits[slot] = 1;
  return psi.round1(person.keys.privateKeys, bits);
}

export function postRound2(server: Reachable, person: Person, message: Uint8Array): Promise<Response> {
  return server.request('/api/psi/round2', {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/octet-stream' },
    body: Uint8Array.from(message),
  });
}

/** All three rounds, and the disclosure of everything that matched. @returns the answer to the disclosure */
export async function compareAndDisclose(
  server: Reachable,
  person: Person,
  slots: readonly number[],
): Promise<Response> {
  const psi = await initPsi();
  const { state, message } = await round1(person, slots);
  const answer = await postRound2(server, person, message);
  if (!answer.ok) throw new Error(`round 2: ${answer.status} ${await answer.text()}`);
  const { reply } = psi.readReply(new Uint8Array(await answer.arrayBuffer()));
  const { tokens, session } = psi.round3(person.keys.privateKeys, state, reply);
  const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
  const facts = slots.map((slot) => ({ slot, token: hex(tokens.subarray(slot * 16, slot * 16 + 16)) }));
  return server.request('/api/psi/disclose', jsonPost(person.token, { sessionId: hex(session), facts }));
}
