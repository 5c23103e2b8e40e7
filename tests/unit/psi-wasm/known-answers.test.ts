import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answers } from '../../support/psi/answers.ts';
import { CONTEXT, builds, psiOn } from './builds.ts';

const recorded = readFileSync(new URL('../../../psi-wasm/tests/known-answers.txt', import.meta.url), 'utf8');

/** Replaces the platform's randomness by bytes with this value. */
function drawOnly(byte: number): void {
  vi.spyOn(globalThis.crypto, 'getRandomValues').mockImplementation((array) => {
    (array as unknown as Uint8Array).fill(byte);
    return array;
  });
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe.each(builds)('%s', (build) => {
  it('gives the messages of the native build for fixed seeds', async () => {
    expect(answers(await psiOn(build), drawOnly)).toBe(recorded);
  });

  it('draws each seed in one call of 32 bytes', async () => {
    const psi = await psiOn(build);
    const draws: number[] = [];
    vi.spyOn(globalThis.crypto, 'getRandomValues').mockImplementation((array) => {
      draws.push((array as unknown as Uint8Array).length);
      return array;
    });
    const { privateKeys, publicKeys } = psi.genKeys();
    const { state, message } = psi.round1(privateKeys, new Uint8Array(100), CONTEXT);
    psi.round3(privateKeys, state, psi.round2(publicKeys, message, new Uint8Array(100), CONTEXT).message);
    expect(draws).toEqual([32, 32, 32]);
  });
});
