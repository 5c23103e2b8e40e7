/**
 * A server whose reply is malformed or belongs to other keys. Every kind gives the same error, uses up the keys and
 * stores nothing, and no later request reveals which kind it was.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SLOT_COUNT } from '../../../catalog/index.ts';
import { initPsi } from '../../../psi-wasm/index.ts';
import { errorText, noticeText } from '../../../src/texts/errors.ts';
import { errorOf, value } from '../../support/core/outcome.ts';
import { round1, round1OfBits } from '../../support/server/comparison.ts';
import { LISTED_SLOTS, compareAgain, compareWith, openOrganiser } from './comparing.ts';
import type { Compared } from './comparing.ts';
import { HEADER_BYTES, KEY_ID_BYTES, readReply, writeReply } from './forgery.ts';
import type { Holdings, Person } from './person.ts';
import { bitsOf } from '../../support/psi/slots.ts';
import type { Play, Round, WatchedServer } from './watched-server.ts';
import { CONTEXT } from '../../support/psi/context.ts';

const HOLDINGS: Holdings = { subjects: ['Your Devcon ticket'], interests: ['running', 'bars'], events: [] };
const LOST = 'The answer of the comparison was lost. New one-time keys were made, so you can compare again.';

/** Where the residues of a reply begin. */
const RESIDUES = HEADER_BYTES + KEY_ID_BYTES + 32;

/** The honest reply with its bytes changed. */
const spoilt =
  (spoil: (reply: Uint8Array<ArrayBuffer>) => Uint8Array): Play =>
  ({ answer }) =>
    spoil(Uint8Array.from(answer(LISTED_SLOTS).reply));

const withByte = (at: number, byte: number): Play => spoilt((reply) => reply.with(at, byte));

const withReply = (change: Partial<ReturnType<typeof readReply>>): Play =>
  spoilt((reply) => writeReply({ ...readReply(reply, SLOT_COUNT), ...change }));

/** An honest reply to another person, with that person's key id. */
async function anotherPersons(): Promise<Uint8Array> {
  const psi = await initPsi();
  const keys = psi.genKeys();
  const { message } = await round1(keys, LISTED_SLOTS);
  return psi.round2(keys.publicKeys, message, bitsOf(LISTED_SLOTS), CONTEXT).message;
}

/** A reply under these keys for a vector of another length. */
async function ofSlots(slots: number): Promise<Uint8Array> {
  const psi = await initPsi();
  const keys = psi.genKeys();
  const { message } = await round1OfBits(keys, new Uint8Array(slots));
  return psi.round2(keys.publicKeys, message, new Uint8Array(slots), CONTEXT).message;
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
  ['of an older version', withByte(2, 1)],
  ['of a later version', withByte(2, 3)],
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
/** The first malformed reply; the device must do the same after all others. */
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
  it('ends like every other, and uses up the keys', async () => {
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
  it('ends like every other, and leaves the earlier result', async () => {
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

/** The steps without decoding, since nothing is awaited there and the server already knows what it sent. */
function awaited({ steps }: Compared): string[] {
  return steps.filter((step) => step !== 'psi readReply' && step !== 'psi round3');
}

function expectFailure({ person: failed, outcome, traffic, steps, before, after }: Compared): void {
  const error = errorOf(outcome);
  expect(error).toEqual({ code: 'comparison_failed', message: 'comparison_failed' });
  expect(errorText(error)).toMatch(/^The private comparison did not complete\./);
  expect(failed.notices.map(noticeText)).toEqual([LOST]);
  expect(traffic).toEqual(honest.traffic);
  expect(after).toEqual(before);
  // The only write marks the keys as used.
  expect(steps.filter((step) => step.startsWith('store readwrite'))).toHaveLength(1);
  expect(failed.psi.secrets.length).toBeGreaterThan(0);
  expect(failed.psi.secrets.every((bytes) => bytes.every((byte) => byte === 0))).toBe(true);
}
