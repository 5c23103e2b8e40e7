/** Measuring on this device: the worker's suites one after the other, until they are done or cancelled. */
import type { CoreClient } from '../browser/worker-client.ts';
import { canMeasure, figures, measuring, measuringProblem, type OfferedSuite } from '../state/benchmarks.ts';
import type { Store } from '../state/core.ts';

export interface MeasuringPorts {
  store: Store;
  core: Pick<CoreClient, 'call'>;
}

export function createMeasuring({ store, core }: MeasuringPorts) {
  // A suite may end while the worker is told to stop.
  let cancelled = false;

  /** Measures these suites; each one's figures are in the store as soon as it has ended. */
  async function measure(suites: readonly OfferedSuite[]): Promise<void> {
    if (store.get(measuring) !== null || !store.get(canMeasure)) return;
    store.set(measuringProblem, null);
    cancelled = false;
    try {
      for (const [at, suite] of suites.entries()) {
        store.set(measuring, { suite, number: at + 1, of: suites.length });
        const outcome = await core.call((remote) => remote.benchmark(suite));
        if (!outcome.ok) {
          store.set(measuringProblem, { suite, error: outcome.error });
          return;
        }
        const measured = outcome.value;
        if (measured === null) return;
        store.set(figures, (before) => ({ ...before, [suite]: measured }));
        if (cancelled) return;
      }
    } finally {
      store.set(measuring, null);
    }
  }

  /** Stops measuring; existing figures stay. */
  async function cancelMeasuring(): Promise<void> {
    if (store.get(measuring) === null) return;
    cancelled = true;
    await core.call((remote) => remote.cancelBenchmark());
  }

  return { measure, cancelMeasuring };
}
