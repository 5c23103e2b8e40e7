import { readFileSync } from 'node:fs';
import { blake3 } from '@noble/hashes/blake3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Psi } from '../../../psi-wasm/index.ts';
import { builds, psiOn } from './builds.ts';

const recorded = readFileSync(new URL('../../../psi-wasm/tests/known-answers.txt', import.meta.url), 'utf8');

/** Everything drawn from the platform becomes bytes of this value. */
function drawOnly(byte: number): void {
  vi.spyOn(globalThis.crypto, 'getRandomValues').mockImplementation((array) => {
    (array as unknown as Uint8Array).fill(byte);
    return array;
  });
}

/** The comparison of `psi-wasm/tests/known_answers.rs`. */
function messages(psi: Psi, slots: number): [string, Uint8Array][] {
  const mine = Uint8Array.from({ length: slots }, (_, slot) => Number(slot % 3 === 0));
  const theirs = Uint8Array.from({ length: slots }, (_, slot) => Number(slot % 2 === 0));
  drawOnly(1);
  const { privateKeys, publicKeys } = psi.genKeys();
  drawOnly(2);
  const client = psi.round1(privateKeys, mine);
  drawOnly(3);
  const server = psi.round2(publicKeys, client.message, theirs);
  const kept = { privateKeys: privateKeys.slice(), clientState: client.state.slice() };
  const { matches, tokens, session } = psi.round3(privateKeys, client.state, server.message);
  return [
    ['privateKeys', kept.privateKeys],
    ['publicKeys', publicKeys],
    ['clientState', kept.clientState],
    ['request', client.message],
    ['serverState', server.state],
    ['reply', server.message],
    ['matches', matches],
    ['tokens', tokens],
    ['session', session],
  ];
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe.each(builds)('%s', (build) => {
  it('gives the messages of the native build for fixed seeds', async () => {
    const psi = await psiOn(build);
    const found = [1, 100, 250].flatMap((slots) =>
      messages(psi, slots).map(([name, bytes]) => `${slots} ${name} ${bytesToHex(blake3(bytes))}\n`),
    );
    expect(found.join('')).toBe(recorded);
  });

  it('draws each seed in one call of 32 bytes', async () => {
    const psi = await psiOn(build);
    const draws: number[] = [];
    vi.spyOn(globalThis.crypto, 'getRandomValues').mockImplementation((array) => {
      draws.push((array as unknown as Uint8Array).length);
      return array;
    });
    const { privateKeys, publicKeys } = psi.genKeys();
    const { state, message } = psi.round1(privateKeys, new Uint8Array(100));
    psi.round3(privateKeys, state, psi.round2(publicKeys, message, new Uint8Array(100)).message);
    expect(draws).toEqual([32, 32, 32]);
  });
});
