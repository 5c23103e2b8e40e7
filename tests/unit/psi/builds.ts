/** Both builds of the committed module, each with an instance of its own. */
import { readFileSync } from 'node:fs';
import { vi } from 'vitest';
import type { Psi } from '../../../psi-wasm/index.ts';

export const builds = ['simd.wasm', 'scalar.wasm'] as const;

export function moduleBytes(build: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(readFileSync(new URL(`../../../psi-wasm/pkg/${build}`, import.meta.url)));
}

/** The PSI on one build; the module registry is emptied, because `initPsi` loads once. */
export async function psiOn(build: string): Promise<Psi> {
  vi.resetModules();
  const { initPsi } = await import('../../../psi-wasm/index.ts');
  return initPsi(moduleBytes(build));
}

/** A small seeded generator (mulberry32): the same test every time. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function randomBits(slots: number, random: () => number): Uint8Array {
  return Uint8Array.from({ length: slots }, () => Number(random() < 0.5));
}
