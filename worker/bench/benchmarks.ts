import type { BenchSuite } from '../contract.ts';
import { isAbort } from '../errors.ts';
import { createSlices } from '../slices.ts';
import type { Measurement } from '../measurement.ts';

export interface Benchmarks {
  /** Measures a suite when those before it have ended; null when it was cancelled. @throws when a result is wrong */
  run(suite: BenchSuite): Promise<Measurement[] | null>;
  /** Ends everything that is measured or waits for it; resolves when the thread is free. */
  cancel(): Promise<null>;
}

/** The suites in the thread of the core: one at a time, with turns between the runs for whatever else it is asked. */
export function createBenchmarks(): Benchmarks {
  let wanted = new AbortController();
  let last: Promise<unknown> = Promise.resolve();

  return {
    run(suite) {
      const { signal } = wanted;
      const measured = last.then(() => measure(suite, signal));
      last = measured.catch(() => undefined);
      return measured;
    },
    async cancel() {
      wanted.abort();
      wanted = new AbortController();
      await last;
      return null;
    },
  };
}

async function measure(suite: BenchSuite, signal: AbortSignal): Promise<Measurement[] | null> {
  const slices = createSlices(performance);
  try {
    signal.throwIfAborted();
    const { runSuite } = await import('./suites.ts');
    return await runSuite(suite, { now: () => performance.now(), pause: () => slices(signal) });
  } catch (error) {
    if (isAbort(error) && signal.aborted) return null;
    throw error;
  }
}
