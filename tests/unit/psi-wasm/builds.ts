/** Both builds of the committed module, each as a separate instance. */
import { readFileSync } from 'node:fs';
import { vi } from 'vitest';
import type { Psi } from '../../../psi-wasm/index.ts';
import type { Random } from '../../../server/demo/mailbox/random.ts';

/** The context of every comparison in these tests, unless a test says otherwise. */
export const CONTEXT = Uint8Array.from({ length: 32 }, (_, at) => at);

export const builds = ['simd.wasm', 'scalar.wasm'] as const;

export function moduleBytes(build: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(readFileSync(new URL(`../../../psi-wasm/pkg/${build}`, import.meta.url)));
}

/** The PSI on one build. The module registry is cleared because `initPsi` loads only once. */
export async function psiOn(build: string): Promise<Psi> {
  vi.resetModules();
  const { initPsi } = await import('../../../psi-wasm/index.ts');
  return initPsi(moduleBytes(build));
}

export function randomBits(slots: number, random: Random): Uint8Array {
  return Uint8Array.from({ length: slots }, () => random.between(0, 1));
}
