/** A client that uses malformed keys or another person's keys. It is refused, and the owner notices nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initPsi } from '../../../psi-wasm/index.ts';
import { postRound2, replyOf, round1 } from '../../support/server/comparison.ts';
import { announceCall, seen, send } from '../../support/server/api-calls.ts';
import type { Caller } from '../../support/server/api-calls.ts';
import { openTestServer, renewKeys, signUp, upload } from '../../support/server/harness.ts';
import type { Person, TestServer } from '../../support/server/harness.ts';
import { BARS, COMPARED, REPLY_BYTES, compare } from './asking.ts';
import { HEADER_BYTES, KEY_ID_BYTES, KEY_RESIDUES, MODULI, renamed, withOwnKeyId } from './forgery.ts';

const NOT_KEYS = {
  status: 400,
  body: '{"error":"What lies at psiPublicKeysLink are not public keys of this version."}',
};
const USED = {
  status: 409,
  body: '{"error":"These keys were used before. New keys are needed.","code":"keys_used"}',
};
/** The answer when replaced keys are no longer at their link. */
const GONE = { status: 400, body: '{"error":"There are no public keys at psiPublicKeysLink."}' };
const REPLACED = {
  status: 409,
  body: '{"error":"These keys were replaced, perhaps from another device. New keys are needed.","code":"keys_replaced"}',
};

let server: TestServer;
let people = 0;
beforeAll(async () => {
  server = await openTestServer({ listen: true });
});
afterAll(() => server.close());

function newcomer(): Promise<Person> {
  people += 1;
  return signUp(server, `keys-${people}@mail.example`);
}

const requestOf = ({ keys }: Person) => round1(keys, [BARS]);

async function announce(
  caller: Caller,
  link: string,
  call: 'create_account' | 'update_psi_keys' = 'update_psi_keys',
) {
  return seen(await send(server, announceCall(call, caller, link)));
}

describe('an announcement of something other than keys', () => {
  it.each<[string, (keys: Uint8Array<ArrayBuffer>, others: Uint8Array) => Uint8Array]>([
    ['a byte', () => Uint8Array.of(1)],
    ['keys short of one byte', (keys) => keys.subarray(0, -1)],
    ['keys long by one byte', (keys) => Uint8Array.of(...keys, 0)],
    ['keys of an older version', (keys) => keys.with(2, 1)],
    ['keys of a later version', (keys) => keys.with(2, 3)],
    ['keys of another kind', (keys) => keys.with(3, 3)],
    ['keys that count slots', (keys) => keys.with(4, 100)],
    ['noise', (keys) => crypto.getRandomValues(keys)],
    ['keys with a residue at its modulus', (keys) => withOwnKeyId(atModulus(keys))],
    ['keys with one bit flipped', (keys) => keys.with(KEY_RESIDUES + 9, (keys[KEY_RESIDUES + 9] ?? 0) ^ 1)],
    ['its own keys under another’s known id', (keys, others) => renamedKeys(keys, others)],
    ['another’s keys under its own id', (keys, others) => renamedKeys(others, keys)],
  ])('gets the same refusal as every other: %s', async (_name, spoil) => {
    const [person, other] = [await newcomer(), await newcomer()];
    const { publicKeys } = (await initPsi()).genKeys();
    const spoilt = spoil(Uint8Array.from(publicKeys), other.keys.publicKeys);
    const link = await upload(server, person.token, spoilt);
    expect(await announce(person, link)).toMatchObject(NOT_KEYS);
    const stranger = { email: 'new@mail.example', token: await server.token('new@mail.example') };
    expect(await announce(stranger, link, 'create_account')).toMatchObject(NOT_KEYS);
    expect(await compare(server, person)).toEqual(COMPARED);
    expect(await compare(server, other)).toEqual(COMPARED);
  });

  it('is accepted when all residues are zero, since such keys are well-formed', async () => {
    const person = await newcomer();
    const zero = withOwnKeyId(Uint8Array.from(person.keys.publicKeys).fill(0, KEY_RESIDUES));
    expect(await announce(person, await upload(server, person.token, zero))).toMatchObject({ status: 200 });
    const request = renamed((await requestOf(person)).message, zero);
    expect(await replyOf(await postRound2(server, person, request))).toHaveLength(REPLY_BYTES);
    expect((await postRound2(server, person, request)).status).toBe(409);
    await renewKeys(server, person);
    expect(await compare(server, person)).toEqual(COMPARED);
  });
});

/** The first residue of `b` becomes its modulus, whose 31 bits fill the first bytes. */
function atModulus(keys: Uint8Array): Uint8Array {
  const changed = Uint8Array.from(keys);
  const view = new DataView(changed.buffer);
  const high = view.getUint32(KEY_RESIDUES, true) & 0x8000_0000;
  view.setUint32(KEY_RESIDUES, (high | MODULI[0]) >>> 0, true);
  return changed;
}

function renamedKeys(keys: Uint8Array, named: Uint8Array): Uint8Array {
  const changed = Uint8Array.from(keys);
  changed.set(named.subarray(HEADER_BYTES, HEADER_BYTES + KEY_ID_BYTES), HEADER_BYTES);
  return changed;
}

describe('another person’s keys', () => {
  /** The state of the keys before the theft: waiting for their request, answered, or replaced unused. */
  it.each<[string, (owner: Person) => Promise<unknown>, typeof USED | typeof GONE]>([
    ['are in use', () => Promise.resolve(), USED],
    ['were answered', (owner) => compare(server, owner), USED],
    [
      'were answered and replaced',
      (owner) => compare(server, owner).then(() => renewKeys(server, owner)),
      GONE,
    ],
    ['were replaced unused', (owner) => renewKeys(server, owner), GONE],
  ])('cannot be published by somebody else when they %s', async (_name, before, atTheirLink) => {
    const [owner, thief] = [await newcomer(), await newcomer()];
    const { link, publicKeys } = owner.keys;
    await before(owner);
    const copy = await upload(server, thief.token, publicKeys);
    const email = `thief-of-${owner.email}`;
    const stranger = { email, token: await server.token(email) };
    for (const [address, refusal] of [
      [link, atTheirLink],
      [copy, USED],
    ] as const) {
      expect(await announce(thief, address)).toMatchObject(refusal);
      expect(await announce(stranger, address, 'create_account')).toMatchObject(refusal);
    }
    expect(await announce(stranger, copy)).toMatchObject({ status: 404 });
    expect(await compare(server, thief)).toEqual(COMPARED);
  });

  it('cannot be used for the owner’s request either', async () => {
    const [owner, thief] = [await newcomer(), await newcomer()];
    const { message } = await requestOf(owner);
    const unknown = renamed(message, (await initPsi()).genKeys().publicKeys);
    // The refusal is the one for unknown keys, so it does not tell whose they are.
    expect(await seen(await postRound2(server, thief, unknown))).toMatchObject(REPLACED);
    expect(await seen(await postRound2(server, thief, message))).toMatchObject(REPLACED);
    expect((await postRound2(server, owner, message)).status).toBe(200);
    expect(await seen(await postRound2(server, thief, message))).toMatchObject(REPLACED);
    expect(await compare(server, thief)).toEqual(COMPARED);
  });

  it('do not open a reply to a request that the thief made under them', async () => {
    const [owner, thief] = [await newcomer(), await newcomer()];
    const own = (await requestOf(thief)).message;
    expect(await seen(await postRound2(server, thief, renamed(own, owner.keys.publicKeys)))).toMatchObject(
      REPLACED,
    );
    expect(await compare(server, owner)).toEqual(COMPARED);
    expect(await compare(server, thief)).toEqual(COMPARED);
  });
});

describe('a person’s own keys', () => {
  it('can be announced again while they are in use', async () => {
    const person = await newcomer();
    expect(await announce(person, person.keys.link)).toMatchObject({ status: 200 });
    expect(await compare(server, person)).toEqual(COMPARED);
  });

  it('cannot be announced again after they were replaced', async () => {
    const person = await newcomer();
    const { link } = person.keys;
    const copy = await upload(server, person.token, Uint8Array.from(person.keys.publicKeys));
    await renewKeys(server, person);
    expect(await announce(person, link)).toMatchObject(GONE);
    expect(await announce(person, copy)).toMatchObject(USED);
    expect(await compare(server, person)).toEqual(COMPARED);
  });
});
