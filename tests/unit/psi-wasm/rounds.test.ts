import { beforeAll, describe, expect, it } from 'vitest';
import type { Psi } from '../../../psi-wasm/index.ts';
import { createRandom } from '../../../server/demo/mailbox/random.ts';
import { builds, psiOn, randomBits } from './builds.ts';

function compare(psi: Psi, mine: Uint8Array, theirs: Uint8Array) {
  const { privateKeys, publicKeys } = psi.genKeys();
  const client = psi.round1(privateKeys, mine);
  const server = psi.round2(publicKeys, client.message, theirs);
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

  it('refuse a token with one flipped bit, and whatever cannot be a token', () => {
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

  it('keep messages within the sizes of DESIGN 6', () => {
    const { privateKeys, publicKeys } = psi.genKeys();
    const { message } = psi.round1(privateKeys, new Uint8Array(100));
    const reply = psi.round2(publicKeys, message, new Uint8Array(100)).message;
    expect(publicKeys.length).toBeLessThanOrEqual(48_000);
    expect(message.length).toBeLessThanOrEqual(12_500);
    expect(reply.length).toBeLessThanOrEqual(24_000);
  });

  it('make fresh keys and messages each time', () => {
    const [first, second] = [psi.genKeys(), psi.genKeys()];
    expect(first.publicKeys).not.toEqual(second.publicKeys);
    const bits = new Uint8Array(100);
    const [once, again] = [psi.round1(first.privateKeys, bits), psi.round1(first.privateKeys, bits)];
    expect(once.message).not.toEqual(again.message);
  });

  it('use the keys and the state up', () => {
    const { privateKeys, publicKeys } = psi.genKeys();
    const { state, message } = psi.round1(privateKeys, new Uint8Array(3));
    const reply = psi.round2(publicKeys, message, new Uint8Array(3)).message;
    psi.round3(privateKeys, state, reply);
    expect([...privateKeys, ...state].every((byte) => byte === 0)).toBe(true);
    expect(() => psi.round3(privateKeys, state, reply)).toThrow(
      expect.objectContaining({ code: 'bad_version' }),
    );
  });

  it('read back what was kept or received', () => {
    const { privateKeys, publicKeys } = psi.genKeys();
    const client = psi.round1(privateKeys, new Uint8Array(100));
    const server = psi.round2(publicKeys, client.message, new Uint8Array(100));
    const { keyId } = psi.readPublicKeys(Uint8Array.from(publicKeys));
    expect(keyId).toHaveLength(16);
    expect(psi.readPrivateKeys(Uint8Array.from(privateKeys)).keyId).toEqual(keyId);
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
    const { state, message } = client.round1(privateKeys, mine);
    const { matches } = client.round3(privateKeys, state, server.round2(publicKeys, message, theirs).message);
    expect(matches).toEqual(mine.map((bit, slot) => bit & (theirs[slot] ?? 0)));
  }
});
