/** The demo provider in a separate thread, so that its work does not count as the scan's. Posts its origin. */
import { parentPort, workerData } from 'node:worker_threads';
import { serve } from '@hono/node-server';
import type { DemoOptions } from '../../../server/demo/index.ts';
import { openDemo } from '../../support/mailbox/demo-provider.ts';

const demo = await openDemo(workerData as Partial<DemoOptions>);
serve({ fetch: demo.routes.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  parentPort?.postMessage(`http://127.0.0.1:${port}`, []),
);
