/** One person's comparison, step by step, as the device makes it. */
import { FACTS, SLOT_COUNT, factById } from '../../../catalog/index.ts';
import { initPsi } from '../../../psi-wasm/index.ts';
import { jsonPost } from './harness.ts';
import type { Person, Reachable } from './harness.ts';

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

export function slotOfFact(id: string): number {
  const fact = factById(id);
  if (fact === undefined) throw new Error(`There is no fact ${id}.`);
  return fact.slot;
}

/** A slot that no fact has: a person's bit may be set there by a mail's own subject. */
export const FREE_SLOT = Array.from({ length: SLOT_COUNT }, (_, slot) => slot).find(
  (slot) => !FACTS.some((fact) => fact.slot === slot),
) as number;

/** Round 1 for these slots. */
export async function requestOf(person: Person, slots: readonly number[]) {
  const psi = await initPsi();
  const bits = new Uint8Array(SLOT_COUNT);
  for (const slot of slots) bits[slot] = 1;
  return psi.round1(person.keys.privateKeys, bits);
}

/** Sends a request of round 1. */
export function postRound2(server: Reachable, token: string, message: Uint8Array): Promise<Response> {
  return server.request('/api/psi/round2', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: Uint8Array.from(message),
  });
}

export interface Compared {
  /** The slots that both hold, ascending. */
  matched: number[];
  /** A slot's token, as it is disclosed. */
  token: (slot: number) => string;
  sessionId: string;
  /** What the server was sent, and what it sent. */
  request: Uint8Array;
  reply: Uint8Array;
}

/** Round 1, 2 over HTTP, 3. */
export async function compare(
  server: Reachable,
  person: Person,
  slots: readonly number[],
): Promise<Compared> {
  const psi = await initPsi();
  const { state, message } = await requestOf(person, slots);
  const request = Uint8Array.from(message);
  const answer = await postRound2(server, person.token, message);
  if (answer.status !== 200) throw new Error(`round 2: ${answer.status} ${await answer.text()}`);
  const reply = new Uint8Array(await answer.arrayBuffer());
  const { matches, tokens, session } = psi.round3(
    person.keys.privateKeys,
    state,
    psi.readReply(Uint8Array.from(reply)).reply,
  );
  return {
    matched: [...matches.entries()].filter(([, bit]) => bit === 1).map(([slot]) => slot),
    token: (slot) => hex(tokens.subarray(slot * 16, slot * 16 + 16)),
    sessionId: hex(session),
    request,
    reply,
  };
}

export interface DisclosedFact {
  slot: number;
  token: string;
}

/** These facts with their tokens. */
export function factsOf({ token }: Compared, ids: readonly string[]): DisclosedFact[] {
  return ids.map((id) => ({ slot: slotOfFact(id), token: token(slotOfFact(id)) }));
}

export function disclose(
  server: Reachable,
  person: Person,
  sessionId: string,
  facts: readonly DisclosedFact[],
): Promise<Response> {
  return server.request('/api/psi/disclose', jsonPost(person.token, { sessionId, facts }));
}
