/** The suites that the worker can run in itself; each is loaded on demand. */
import type { BenchSuite } from '../contract.ts';
import type { Measurement } from '../measurement.ts';
import type { Stopwatch } from './stopwatch.ts';

type Suite = (clock: Stopwatch) => Promise<Measurement[]>;

const SUITES: Readonly<Record<BenchSuite, () => Promise<Suite>>> = {
  psi: async () => (await import('./psi.ts')).psiBenchmark,
  'psi first use': async () => (await import('./psi.ts')).firstUseBenchmark,
  slots: async () => (await import('./slots.ts')).slotsBenchmark,
  mime: async () => (await import('./mime.ts')).mimeBenchmark,
  dkim: async () => (await import('./dkim.ts')).dkimBenchmark,
  hostile: async () => (await import('./hostile.ts')).hostileBenchmark,
  attest: async () => (await import('./attest.ts')).attestBenchmark,
};

/**
 * Runs a suite in the calling thread.
 *
 * @throws when a result is wrong, since a wrong result has no speed
 */
export async function runSuite(suite: BenchSuite, clock: Stopwatch): Promise<Measurement[]> {
  const measure = await SUITES[suite]();
  return measure(clock);
}
