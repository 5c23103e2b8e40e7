import { Registry, collectDefaultMetrics } from 'prom-client';
import type { Metrics } from '../ports.ts';
import { measureRequests } from './requests.ts';

/** How long what is asked for at a reading may take: Prometheus gives a reading ten seconds. Milliseconds. */
const READING_MS = 3_000;

/** The figures of one app. Every instrument is registered here, and none in the library's global registry. */
export interface ServerMetrics extends Metrics {
  registry: Registry;
  /** Runs at each reading, before it is written. What fails or takes too long is left out: it must not reject. */
  atReading: (refresh: () => Promise<void>) => void;
}

/**
 * Memory, event loop lag, garbage collection: what concerns the process, whatever runs in it. Once a process, as what
 * watches for them cannot be stopped.
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
