import * as Comlink from 'comlink';
import type { Measurement } from '../../../worker/measurement.ts';
import type { BenchSuite, Commands } from '../../../worker/contract.ts';

/** Measures a suite in a new instance of the product's own worker. */
export async function inProductWorker(suite: BenchSuite): Promise<Measurement[]> {
  const worker = new Worker(new URL('../../../worker/core/main.ts', import.meta.url), { type: 'module' });
  try {
    const outcome = await Comlink.wrap<Commands>(worker).benchmark(suite);
    if (!outcome.ok) throw new Error(outcome.error.message);
    if (outcome.value === null) throw new Error('The measuring was cancelled.');
    return outcome.value;
  } finally {
    worker.terminate();
  }
}
