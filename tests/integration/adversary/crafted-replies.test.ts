/**
 * A server whose replies are well-formed but crafted. The result names at most facts that the device holds, and later
 * requests do not reveal which.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SLOT_COUNT } from '../../../catalog/index.ts';
import { initPsi } from '../../../psi-wasm/index.ts';
import { round1 } from '../../support/server/comparison.ts';
import { LISTED_SLOTS, compareWith, disclosed, openOrganiser } from './comparing.ts';
import type { Compared } from './comparing.ts';
import { readReply, rehashed, renamed, tokensOf, writeReply } from './forgery.ts';
import type { ReplyParts } from './forgery.ts';
import type { Holdings, Person } from './person.ts';
import { EVERY_SLOT, FREE_SLOTS, bitsOf, slotOfFact, subjectIn } from '../../support/psi/slots.ts';
import type { ComparableRequest } from './traffic.ts';
import type { Play, Round, WatchedServer } from './watched-server.ts';
import { CONTEXT } from '../../support/psi/context.ts';

/**
 * A slot that is set by a mail's subject and belongs to no fact, a slot that is not set, and the slot of a fact that
 * the device does not hold.
 */
const [SET_FREE = 0, UNSET_FREE = 0] = FREE_SLOTS;
const COLLIDING = slotOfFact('verifiedTravelEvents/edcon');

const DEVCON = 'selfAttestedEvents/devcon';
const RUNNING = 'travelInterests/running';
const BARS = 'travelInterests/bars';
const HELD: string[] = [DEVCON, RUNNING, BARS];
const SHARED: string[] = [DEVCON, BARS];
const HELD_SLOTS = [COLLIDING, SET_FREE, ...HELD.map(slotOfFact)];
const HOLDINGS: Holdings = {
  subjects: [subjectIn(COLLIDING), subjectIn(SET_FREE)],
  interests: ['running', 'bars'],
  events: [],
};

/** Greater than every residue `c1` that a reply may hold. */
const C1_LIMIT = 1_073_688_577;

const listing =
  (slots: readonly number[]): Play =>
  ({ answer }) =>
    answer(slots).reply;

/** An honest reply for all slots, with a change. Its token hashes are correct unless `hash` is false. */
const changed =
  (change: (parts: ReplyParts) => ReplyParts, hash = true): Play =>
  ({ answer, publicKeys, request }) => {
    const { state, reply } = answer(EVERY_SLOT);
    const parts = change(readReply(reply, SLOT_COUNT));
    const tokens = tokensOf(state, SLOT_COUNT);
    return writeReply(hash ? rehashed(parts, publicKeys, request, tokens) : parts);
  };

/** Shifts one coefficient of c1. On decryption this adds the secret, times the shift, to the noise. */
const hint = (place: number, shift: number) => (parts: ReplyParts) => ({
  ...parts,
  c1: parts.c1.map((residue, at) => (at === place ? (residue + shift) % C1_LIMIT : residue)),
});

const everywhere = (c0: number, c1: number) => (parts: ReplyParts) => ({
  ...parts,
  c0: parts.c0.map(() => c0),
  c1: parts.c1.map(() => c1),
});

const withHashes = (change: (hashes: ReplyParts['hashes']) => void) => (parts: ReplyParts) => {
  const hashes = [...parts.hashes];
  change(hashes);
  return { ...parts, hashes };
};

function swap(hashes: ReplyParts['hashes'], one: number, other: number): void {
  [hashes[one], hashes[other]] = [hashes[other] as never, hashes[one] as never];
}

/** The reply to a request under this person's keys that the person did not make. */
async function anotherSession({ publicKeys }: Round): Promise<Uint8Array> {
  const psi = await initPsi();
  const { message: foreign } = await round1(psi.genKeys(), EVERY_SLOT);
  const { request } = psi.readRequest(renamed(foreign, publicKeys));
  return psi.round2(publicKeys, request, bitsOf(EVERY_SLOT), CONTEXT).message;
}

/** A reply for another person, under this person's key id. */
async function anotherPersons({ publicKeys }: Round): Promise<Uint8Array> {
  const psi = await initPsi();
  const other = psi.genKeys();
  const { message } = await round1(other, EVERY_SLOT);
  const { message: reply } = psi.round2(other.publicKeys, message, bitsOf(EVERY_SLOT), CONTEXT);
  const keyId = psi.readPublicKeys(publicKeys).keyId;
  return writeReply({ ...readReply(reply, SLOT_COUNT), keyId });
}

let watched: WatchedServer;
let honest: Compared;
let honestDisclosure: ComparableRequest[];
let person: Person | undefined;
beforeAll(async () => {
  watched = await openOrganiser();
  honest = await compareWith(watched, HOLDINGS);
  honestDisclosure = await disclosed(watched, honest.person, [BARS]);
  await honest.person.close();
});
afterEach(() => person?.close());
afterAll(() => watched.close());

describe('the honest server', () => {
  it('receives the request for its catalog, then a comparison, and then the next keys', () => {
    expect(honest.names).toEqual(SHARED);
    expect(honest.traffic.map(({ call }) => call.replace(/\?.*/, ''))).toEqual([
      'GET /api/organisers/waystamp',
      'POST /api/psi/round2',
      'POST /api/psi/upload',
      'PUT /blob/',
      'POST /api/users/update_psi_keys',
    ]);
    expect(honestDisclosure.map(({ call }) => call)).toEqual(['POST /api/psi/disclose']);
  });
});

/** @param matched the slots at which round 3 finds a token, which shows that the play does what it says */
const CRAFTED: [name: string, play: Play, matched: number[], names: string[]][] = [
  ['lists every slot', listing(EVERY_SLOT), HELD_SLOTS, HELD],
  ['lists nothing', listing([]), [], []],
  ['lists a slot of no fact', listing([...LISTED_SLOTS, UNSET_FREE]), SHARED.map(slotOfFact), SHARED],
  [
    'lists a slot of no fact that a mail has set',
    listing([...LISTED_SLOTS, SET_FREE]),
    [...SHARED.map(slotOfFact), SET_FREE],
    SHARED,
  ],
  [
    'lists a fact that the device has set by collision',
    listing([...LISTED_SLOTS, COLLIDING]),
    [...SHARED.map(slotOfFact), COLLIDING],
    SHARED,
  ],
  ['lists nothing but a slot of no fact that a mail has set', listing([SET_FREE]), [SET_FREE], []],
  // A shift of 1 stays below the bound of SECURITY.md; half the modulus is always above it.
  ['shifts one coefficient of c1 a little', changed(hint(7, 1)), HELD_SLOTS, HELD],
  ['shifts one coefficient of c1 so far that no token comes out', changed(hint(7, 2 ** 29)), [], []],
  ['shifts the last coefficient of c1 so far', changed(hint(4095, 2 ** 29)), [], []],
  ['shifts c1 under the hashes of the honest session', changed(hint(7, 1), false), [], []],
  ['sends zeros', changed(everywhere(0, 0)), [], []],
  ['sends the largest residues', changed(everywhere(65_533, C1_LIMIT - 1)), [], []],
  [
    'sends a wrong hash with the right token',
    changed(
      withHashes((hashes) => hashes[slotOfFact(BARS)]?.set([1, 2, 3, 4])),
      false,
    ),
    HELD_SLOTS.filter((slot) => slot !== slotOfFact(BARS)),
    [DEVCON, RUNNING],
  ],
  [
    'swaps the hashes of two slots',
    changed(
      withHashes((hashes) => swap(hashes, slotOfFact(BARS), slotOfFact(RUNNING))),
      false,
    ),
    [COLLIDING, SET_FREE, slotOfFact(DEVCON)],
    [DEVCON],
  ],
  [
    'repeats one hash in every slot',
    changed(
      withHashes((hashes) => hashes.fill(hashes[slotOfFact(BARS)] as never)),
      false,
    ),
    [slotOfFact(BARS)],
    [BARS],
  ],
  ['changes its nonce', changed((parts) => ({ ...parts, nonce: new Uint8Array(32) }), false), [], []],
  ['answers another session', anotherSession, [], []],
  ['sends another person’s reply under this person’s key id', anotherPersons, [], []],
];

describe.each(CRAFTED)('a server that %s', (_name, play, matched, names) => {
  it('gets at most facts that the device holds, and sees what an honest server sees', async () => {
    const compared = await compareWith(watched, HOLDINGS, play);
    ({ person } = compared);
    expect(compared.names).toEqual(names);
    expect(person.psi.matched).toEqual([matched.toSorted((a, b) => a - b)]);

    expect(compared.traffic).toEqual(honest.traffic);
    expect(compared.steps).toEqual(honest.steps);
    expect(person.notices).toEqual([]);

    expect(person.psi.secrets).toHaveLength(2);
    expect(person.psi.secrets.every((bytes) => bytes.every((byte) => byte === 0))).toBe(true);
    const { tokens } = compared.after['travelLogs/comparison'] as { tokens: { slot: number }[] };
    expect(tokens.map(({ slot }) => slot).toSorted((a, b) => a - b)).toEqual(
      names.map(slotOfFact).toSorted((a, b) => a - b),
    );

    const disclosure = await disclosed(watched, person, [BARS, 'verifiedTravelEvents/edcon']);
    expect(disclosure).toEqual(names.includes(BARS) ? honestDisclosure : []);
  });
});
