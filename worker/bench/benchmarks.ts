import type { BenchSuite } from '../contract.ts';
import { isAbort } from '../errors.ts';
import { createSlices } from '../slices.ts';
import type { Measurement } from '../measurement.ts';

export interface Benchmarks {
  /**
   * Measures a suite after those before it; null when it was cancelled.
   *
   * @throws when a result is wrong
   */
  run(suite: BenchSuite): Promise<Measurement[] | null>;
  /** Cancels the current suite and those that wait; resolves when the thread is free. */
  cancel(): Promise<null>;
}

/** Runs the suites in the core's own thread: one at a time, with pauses between runs for other requests. */
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
