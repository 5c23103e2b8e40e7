/**
 * A server whose reply does not decode, or belongs to other keys: one error for all of them (DESIGN 10), the keys are
 * spent, nothing of it is kept, and nothing that follows tells which kind it was.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SLOT_COUNT } from '../../../catalog/index.ts';
import { initPsi } from '../../../psi-wasm/index.ts';
import { errorOf, value } from '../../support/core/outcome.ts';
import { round1, round1OfBits } from '../../support/server/comparison.ts';
import { LISTED_SLOTS, compareAgain, compareWith, openOrganiser } from './comparing.ts';
import type { Compared } from './comparing.ts';
import { HEADER_BYTES, KEY_ID_BYTES, readReply, writeReply } from './forgery.ts';
import type { Holdings, Person } from './person.ts';
import { bitsOf } from '../../support/psi/slots.ts';
import type { Play, Round, WatchedServer } from './watched-server.ts';

const HOLDINGS: Holdings = { subjects: ['Your Devcon ticket'], interests: ['running', 'bars'], events: [] };
const LOST = 'The answer of the comparison was lost. New one-time keys were made, so you can compare again.';

/** Where the residues of a reply begin. */
const RESIDUES = HEADER_BYTES + KEY_ID_BYTES + 32;

/** The honest reply's bytes, changed. */
const spoilt =
  (spoil: (reply: Uint8Array<ArrayBuffer>) => Uint8Array): Play =>
  ({ answer }) =>
    spoil(Uint8Array.from(answer(LISTED_SLOTS).reply));

const withByte = (at: number, byte: number): Play => spoilt((reply) => reply.with(at, byte));

const withReply = (change: Partial<ReturnType<typeof readReply>>): Play =>
  spoilt((reply) => writeReply({ ...readReply(reply, SLOT_COUNT), ...change }));

/** An honest reply to somebody else, with their key id. */
async function anotherPersons(): Promise<Uint8Array> {
  const psi = await initPsi();
  const keys = psi.genKeys();
  const { message } = await round1(keys, LISTED_SLOTS);
  return psi.round2(keys.publicKeys, message, bitsOf(LISTED_SLOTS)).message;
}

/** A reply to these keys, for a vector of another length. */
async function ofSlots(slots: number): Promise<Uint8Array> {
  const psi = await initPsi();
  const keys = psi.genKeys();
  const { message } = await round1OfBits(keys, new Uint8Array(slots));
  return psi.round2(keys.publicKeys, message, new Uint8Array(slots)).message;
}

async function shorter({ publicKeys }: Round): Promise<Uint8Array> {
  const psi = await initPsi();
  const reply = Uint8Array.from(await ofSlots(SLOT_COUNT - 1));
  reply.set(psi.readPublicKeys(publicKeys).keyId, HEADER_BYTES);
  return reply;
}

async function longer({ publicKeys }: Round): Promise<Uint8Array> {
  const psi = await initPsi();
  const reply = Uint8Array.from(await ofSlots(SLOT_COUNT + 1));
  reply.set(psi.readPublicKeys(publicKeys).keyId, HEADER_BYTES);
  return reply;
}

const MALFORMED: [name: string, play: Play][] = [
  ['empty', () => new Uint8Array(0)],
  ['without a body', () => new Response(null, { status: 204 })],
  ['of half a header', spoilt((reply) => reply.subarray(0, 7))],
  ['of a header alone', spoilt((reply) => reply.subarray(0, HEADER_BYTES))],
  ['cut off before the residues', spoilt((reply) => reply.subarray(0, RESIDUES))],
  ['short of one byte', spoilt((reply) => reply.subarray(0, -1))],
  ['long by one byte', spoilt((reply) => Uint8Array.of(...reply, 0))],
  ['sent twice', spoilt((reply) => Uint8Array.of(...reply, ...reply))],
  ['longer than any reply', () => new Uint8Array(64 * 1024 + 1)],
  ['of another protocol', withByte(0, 0x50)],
  ['of another version', withByte(2, 2)],
  ['of another kind', withByte(3, 3)],
  ['for more slots by its header', withByte(4, SLOT_COUNT + 1)],
  ['for four billion slots by its header', spoilt((reply) => reply.fill(255, 4, HEADER_BYTES))],
  ['for no slots', spoilt((reply) => reply.fill(0, 4, HEADER_BYTES))],
  ['full of ones', spoilt((reply) => reply.fill(255, RESIDUES))],
  ['noise', spoilt((reply) => crypto.getRandomValues(reply))],
  ['above the largest residue in c0', withReply({ c0: Array.from({ length: 1024 }, () => 65_534) })],
  ['above the largest residue in c1', withReply({ c1: Array.from({ length: 4096 }, () => 1_073_688_577) })],
  ['the request itself', ({ request }) => request],
  ['the public keys', ({ publicKeys }) => publicKeys],
  ['for one slot less', shorter],
  ['for one slot more', longer],
  ['another person’s', anotherPersons],
  [
    'this person’s under another key id',
    spoilt((reply) => reply.fill(7, HEADER_BYTES, HEADER_BYTES + KEY_ID_BYTES)),
  ],
  [
    'a page',
    () => new Response('<!doctype html><title>Sign in</title>', { headers: { 'content-type': 'text/html' } }),
  ],
  ['an error that is called a success', () => Response.json({ error: 'no' })],
  ['nothing new', () => new Response(null, { status: 304 })],
  ['a refusal as malformed', () => Response.json({ error: 'no' }, { status: 400 })],
  ['a refusal of the account', () => Response.json({ error: 'no' }, { status: 404 })],
  ['a refusal without a reason', () => new Response(null, { status: 418 })],
];

let watched: WatchedServer;
let honest: Compared;
/** The first of the malformed: what the device does is the same after all of them. */
let empty: Compared;
let person: Person | undefined;
beforeAll(async () => {
  watched = await openOrganiser();
  honest = await compareWith(watched, HOLDINGS);
  await honest.person.close();
  empty = await compareWith(watched, HOLDINGS, () => new Uint8Array(0));
  await empty.person.close();
});
afterEach(() => person?.close());
afterAll(() => watched.close());

describe.each(MALFORMED)('a reply that is %s', (_name, play) => {
  it('ends as every other, and the keys with it', async () => {
    const compared = await compareWith(watched, HOLDINGS, play);
    ({ person } = compared);
    expectFailure(compared);
    expect(awaited(compared)).toEqual(awaited(empty));

    const again = await compareAgain(watched, person);
    expect(again.names).toEqual(honest.names);
    expect(new Set(person.psi.used).size).toBe(2);
  });
});

describe('a reply of an earlier comparison', () => {
  it('ends as every other, and leaves the result of the earlier one', async () => {
    let kept = new Uint8Array(0);
    const once = await compareWith(watched, HOLDINGS, async ({ pass }) => {
      kept = new Uint8Array(await (await pass()).arrayBuffer());
      return kept;
    });
    ({ person } = once);
    expect(once.names).toEqual(honest.names);
    expectFailure(await compareAgain(watched, person, () => kept));
    const { result } = await value(person.core.open(person.session()));
    expect(result).toEqual(once.after['travelLogs/result']);
  });
});

/** The steps without the decoding, which waits for nothing and of which the server knows what it sent. */
function awaited({ steps }: Compared): string[] {
  return steps.filter((step) => step !== 'psi readReply' && step !== 'psi round3');
}

function expectFailure({ person: failed, outcome, traffic, steps, before, after }: Compared): void {
  const { code, message, ...more } = errorOf(outcome);
  expect(code).toBe('comparison_failed');
  expect(message).toMatch(/^The private comparison did not complete\./);
  expect(more).toEqual({});
  expect(failed.notices).toEqual([LOST]);
  expect(traffic).toEqual(honest.traffic);
  expect(after).toEqual(before);
  // The one write is that the keys are used.
  expect(steps.filter((step) => step.startsWith('store readwrite'))).toHaveLength(1);
  expect(failed.psi.secrets.length).toBeGreaterThan(0);
  expect(failed.psi.secrets.every((bytes) => bytes.every((byte) => byte === 0))).toBe(true);
}
