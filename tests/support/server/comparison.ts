/**
 * A person's side of the private comparison, in the device's steps. A test can tamper between them: with the request
 * before round 2, the reply before round 3, and the disclosure before it is sent.
 */
import { bytesToHex } from '@noble/hashes/utils.js';
import { initPsi } from '../../../psi-wasm/index.ts';
import type { PrivateKeys, Request as PsiRequest } from '../../../psi-wasm/index.ts';
import { bitsOf, slotsOf } from '../psi/slots.ts';
import { bearer, jsonPost, send } from './api-calls.ts';
import type { Call } from './api-calls.ts';
import type { Person, Reachable } from './harness.ts';
import { ASKED, CONTEXT } from '../psi/context.ts';

const TOKEN_BYTES = 16;

/** The caller and the server. */
type Caller = Pick<Person, 'token'>;
type Server = Pick<Reachable, 'request'>;

export interface Round1 {
  /** The request for round 2. */
  message: PsiRequest;
  /** Runs round 3 once. Only a copy of the person's keys is wiped. */
  open: (reply: Uint8Array) => Opened;
}

export interface Opened {
  /** The slots that both hold, ascending. */
  matched: number[];
  /** A slot's token; zeros where there is no match. */
  token: (slot: number) => Uint8Array;
  session: Uint8Array;
}

/** Round 1 for these slots. */
export function round1(
  keys: { privateKeys: PrivateKeys },
  slots: readonly number[],
  context?: Uint8Array,
): Promise<Round1> {
  return round1OfBits(keys, bitsOf(slots), context);
}

/** Round 1 for a vector of any length. */
export async function round1OfBits(
  { privateKeys }: { privateKeys: PrivateKeys },
  bits: Uint8Array,
  context: Uint8Array = CONTEXT,
): Promise<Round1> {
  const psi = await initPsi();
  const { state, message } = psi.round1(privateKeys, bits, context);
  return {
    message,
    open(reply) {
      const { privateKeys: copy } = psi.readPrivateKeys(Uint8Array.from(privateKeys));
      const third = psi.round3(copy, state, psi.readReply(Uint8Array.from(reply)).reply);
      return {
        matched: slotsOf(third.matches),
        token: (slot) => third.tokens.slice(slot * TOKEN_BYTES, (slot + 1) * TOKEN_BYTES),
        session: third.session,
      };
    },
  };
}

/** Round 2 as a call, with the bytes of a request or with any others. */
export function round2Call(token: string | null, message: Uint8Array, asked = ASKED): Call {
  return {
    path: `/api/psi/round2?${new URLSearchParams(asked)}`,
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', ...bearer(token) },
    body: Uint8Array.from(message),
  };
}

export function postRound2(server: Server, { token }: Caller, message: Uint8Array): Promise<Response> {
  return send(server, round2Call(token, message));
}

/**
 * The reply of round 2.
 *
 * @throws when it was refused
 */
export async function replyOf(answer: Response): Promise<Uint8Array> {
  if (answer.status !== 200) throw new Error(`round 2: ${answer.status} ${await answer.text()}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Rounds 1 to 3. */
export async function compare(
  server: Server,
  person: Pick<Person, 'token' | 'keys'>,
  slots: readonly number[],
): Promise<Opened & { request: Uint8Array; reply: Uint8Array }> {
  const { message, open } = await round1(person.keys, slots);
  const reply = await replyOf(await postRound2(server, person, message));
  return { ...open(reply), request: message, reply };
}

/** What is sent to disclose facts. */
export interface Disclosure {
  sessionId: string;
  facts: { slot: number; token: string }[];
}

/** The disclosure of these slots, whether or not they matched. */
export function disclosureOf({ session, token }: Opened, slots: readonly number[]): Disclosure {
  return {
    sessionId: bytesToHex(session),
    facts: slots.map((slot) => ({ slot, token: bytesToHex(token(slot)) })),
  };
}

export function disclosureCall(token: string | null, disclosure: Disclosure): Call {
  return { path: '/api/psi/disclose', ...jsonPost(token, disclosure) };
}

export function disclose(server: Server, { token }: Caller, disclosure: Disclosure): Promise<Response> {
  return send(server, disclosureCall(token, disclosure));
}

/** The facts that a disclosure was accepted for, in the answer's order. */
export async function acceptedOf(answer: Response): Promise<string[]> {
  const { accepted } = (await answer.json()) as { accepted: { fact: string }[] };
  return accepted.map(({ fact }) => fact);
}
