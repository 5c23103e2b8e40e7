import * as Comlink from 'comlink';
import type { Jobs } from './jobs.ts';

/** Does one job in a worker that has done nothing else. */
async function inFreshWorker(job: keyof Jobs): Promise<unknown> {
  const worker = new Worker(new URL('./browser-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await Comlink.wrap<Jobs>(worker)[job]();
  } finally {
    worker.terminate();
  }
}

Object.assign(globalThis, { inFreshWorker });
