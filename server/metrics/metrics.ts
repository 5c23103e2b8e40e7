import { Registry, collectDefaultMetrics } from 'prom-client';
import type { Metrics } from '../operator/contract.ts';
import { measureRequests } from './requests.ts';

/** Time limit for figures gathered at a reading; Prometheus allows ten seconds for a reading. Milliseconds. */
const READING_MS = 3_000;

/** The metrics of one app, registered here and not in the library's global registry. */
export interface ServerMetrics extends Metrics {
  registry: Registry;
  /** Runs at each reading, before it is written. A slow or failed refresh is left out; it must not reject. */
  atReading: (refresh: () => Promise<void>) => void;
}

/**
 * Metrics of the process: memory, event loop lag, garbage collection. Made once, because its observers cannot be
 * stopped.
 */
let ofProcess: Registry | undefined;

function processRegistry(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

export function createMetrics(): ServerMetrics {
  const registry = new Registry();
  const refreshers: (() => Promise<void>)[] = [];
  return {
    registry,
    atReading: (refresh) => {
      refreshers.push(refresh);
    },
    ...measureRequests(registry),
    contentType: registry.contentType,
    async text() {
      await withinReading(Promise.all(refreshers.map((refresh) => refresh())));
      return (await processRegistry().metrics()) + (await registry.metrics());
    },
  };
}

async function withinReading(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, READING_MS);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
