import * as Comlink from 'comlink';
import type { Measurement } from '../../../../worker/measurement.ts';
import type { Order } from '../../places.ts';
import type { Extras } from '../extras.ts';
import { inProductWorker } from '../product-worker.ts';

async function inFreshWorker(order: Order): Promise<Measurement[]> {
  if ('suite' in order) return inProductWorker(order.suite);
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  try {
    return await Comlink.wrap<Extras>(worker)[order.extra]();
  } finally {
    worker.terminate();
  }
}

Object.assign(globalThis, { inFreshWorker });
