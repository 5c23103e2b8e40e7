import * as Comlink from 'comlink';
import type { Commands } from '../../../worker/contract.ts';
import type { Measurement } from '../../../worker/bench/measurement.ts';
import type { Jobs } from './jobs.ts';

/** Suites of the product's own worker; the other jobs need what the product does not carry. */
const SUITES = { first: 'psi first use', ours: 'psi' } as const;

async function inProductWorker(suite: 'psi' | 'psi first use'): Promise<Measurement[]> {
  const worker = new Worker(new URL('../../../worker/main.ts', import.meta.url), { type: 'module' });
  try {
    const outcome = await Comlink.wrap<Commands>(worker).benchmark(suite);
    if (!outcome.ok) throw new Error(outcome.error.message);
    return outcome.value;
  } finally {
    worker.terminate();
  }
}

/** Does one job in a worker that has done nothing else. */
async function inFreshWorker(job: keyof Jobs): Promise<Measurement[]> {
  if (job === 'first' || job === 'ours') return inProductWorker(SUITES[job]);
  const worker = new Worker(new URL('./browser-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await Comlink.wrap<Jobs>(worker)[job]();
  } finally {
    worker.terminate();
  }
}

Object.assign(globalThis, { inFreshWorker });
