import { beforeAll, describe, expect, it } from 'vitest';
import type { Psi } from '../../../psi-wasm/index.ts';
import { createRandom } from '../../../server/demo/mailbox/random.ts';
import { CONTEXT, builds, psiOn, randomBits } from './builds.ts';

function compare(psi: Psi, mine: Uint8Array, theirs: Uint8Array) {
  const { privateKeys, publicKeys } = psi.genKeys();
  const client = psi.round1(privateKeys, mine, CONTEXT);
  const server = psi.round2(publicKeys, client.message, theirs, CONTEXT);
  return { ...psi.round3(privateKeys, client.state, server.message), server };
}

describe.each(builds)('rounds on %s', (build) => {
  let psi: Psi;

  beforeAll(async () => {
    psi = await psiOn(build);
  });

  it.each([1, 99, 100, 101, 256, 777])('match exactly where both bits are set, at %i slots', (slots) => {
    const random = createRandom(`bits of ${slots} slots`);
    const [mine, theirs] = [randomBits(slots, random), randomBits(slots, random)];
    const { matches, tokens, session, server } = compare(psi, mine, theirs);
    expect(matches).toEqual(mine.map((bit, slot) => bit & (theirs[slot] ?? 0)));
    expect(session).toEqual(server.session);
    for (const [slot, match] of matches.entries()) {
      const token = tokens.subarray(16 * slot, 16 * slot + 16);
      expect(psi.checkToken(server.state, slot, token)).toBe(match === 1);
      expect(token.some((byte) => byte !== 0)).toBe(match === 1);
    }
  });

  it('refuse a token with one flipped bit, and anything that cannot be a token', () => {
    const all = new Uint8Array(100).fill(1);
    const { tokens, server } = compare(psi, all, all);
    const token = tokens.slice(0, 16);
    expect(psi.checkToken(server.state, 0, token)).toBe(true);
    for (let bit = 0; bit < 128; bit += 1) {
      const flipped = token.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      expect(psi.checkToken(server.state, 0, flipped)).toBe(false);
    }
    for (const slot of [1, 100, -1, 0.5, NaN, 2 ** 32]) {
      expect(psi.checkToken(server.state, slot, token)).toBe(false);
    }
    expect(psi.checkToken(server.state, 0, tokens.slice(0, 15))).toBe(false);
    expect(psi.checkToken(server.state, 0, new Uint8Array(0))).toBe(false);
  });

  it('keep messages within the sizes that SECURITY.md promises', () => {
    const { privateKeys, publicKeys } = psi.genKeys();
    const { message } = psi.round1(privateKeys, new Uint8Array(100), CONTEXT);
    const reply = psi.round2(publicKeys, message, new Uint8Array(100), CONTEXT).message;
    expect(publicKeys.length).toBeLessThanOrEqual(48_000);
    expect(message.length).toBeLessThanOrEqual(12_500);
    expect(reply.length).toBeLessThanOrEqual(24_000);
  });

  it('make new keys and messages each time', () => {
    const [first, second] = [psi.genKeys(), psi.genKeys()];
    expect(first.publicKeys).not.toEqual(second.publicKeys);
    const bits = new Uint8Array(100);
    const [once, again] = [
      psi.round1(first.privateKeys, bits, CONTEXT),
      psi.round1(first.privateKeys, bits, CONTEXT),
    ];
    expect(once.message).not.toEqual(again.message);
  });

  it('find no match and no token between parties with different contexts', () => {
    const all = new Uint8Array(100).fill(1);
    const other = CONTEXT.map((byte, at) => (at === 31 ? byte ^ 1 : byte));
    const { privateKeys, publicKeys } = psi.genKeys();
    const client = psi.round1(privateKeys, all, CONTEXT);
    const server = psi.round2(publicKeys, client.message, all, other);
    const { matches, tokens, session } = psi.round3(privateKeys, client.state, server.message);
    expect([...matches, ...tokens].every((byte) => byte === 0)).toBe(true);
    expect(session).not.toEqual(server.session);
  });

  it('consume the keys and the state', () => {
    const { privateKeys, publicKeys } = psi.genKeys();
    const { state, message } = psi.round1(privateKeys, new Uint8Array(3), CONTEXT);
    const reply = psi.round2(publicKeys, message, new Uint8Array(3), CONTEXT).message;
    psi.round3(privateKeys, state, reply);
    expect([...privateKeys, ...state].every((byte) => byte === 0)).toBe(true);
    expect(() => psi.round3(privateKeys, state, reply)).toThrow(
      expect.objectContaining({ code: 'bad_version' }),
    );
  });

  it('parse what was stored or received', () => {
    const { privateKeys, publicKeys } = psi.genKeys();
    const client = psi.round1(privateKeys, new Uint8Array(100), CONTEXT);
    const server = psi.round2(publicKeys, client.message, new Uint8Array(100), CONTEXT);
    const { keyId } = psi.readPublicKeys(Uint8Array.from(publicKeys));
    expect(keyId).toHaveLength(16);
    expect(psi.readPrivateKeys(Uint8Array.from(privateKeys))).toEqual({ privateKeys, publicKeys, keyId });
    expect(psi.readRequest(Uint8Array.from(client.message)).keyId).toEqual(keyId);
    expect(psi.readReply(Uint8Array.from(server.message)).keyId).toEqual(keyId);
    expect(psi.readServerState(Uint8Array.from(server.state)).session).toEqual(server.session);
  });
});

it('a request from one build is answered by the other', async () => {
  const simd = await psiOn('simd.wasm');
  const scalar = await psiOn('scalar.wasm');
  for (const [client, server] of [
    [simd, scalar],
    [scalar, simd],
  ] as const) {
    const random = createRandom('bits on both builds');
    const [mine, theirs] = [randomBits(150, random), randomBits(150, random)];
    const { privateKeys, publicKeys } = client.genKeys();
    const { state, message } = client.round1(privateKeys, mine, CONTEXT);
    const { matches } = client.round3(
      privateKeys,
      state,
      server.round2(publicKeys, message, theirs, CONTEXT).message,
    );
    expect(matches).toEqual(mine.map((bit, slot) => bit & (theirs[slot] ?? 0)));
  }
});
