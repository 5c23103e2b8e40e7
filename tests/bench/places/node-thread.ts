import { parentPort, workerData } from 'node:worker_threads';
import { runSuite } from '../../../worker/bench/suites.ts';
import type { Order } from '../places.ts';
import { loadInNode } from '../peers/openmined.ts';
import { createExtras } from './extras.ts';

const order = workerData as Order;
const answer = await ('suite' in order
  ? runSuite(order.suite, performance)
  : createExtras(loadInNode)[order.extra]());
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(answer);
