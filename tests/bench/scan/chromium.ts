/**
 * A scan of the demo mailbox in real Chromium: its time, its cost in Gmail's quota, how long a database transaction is
 * open, and the longest task on the page's main thread (by the browser's long-task observer).
 */
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Worker } from '@playwright/test';
import { build } from 'vite';
import { CHROMIUM_ARGS, chromiumPath } from '../../../scripts/chromium.ts';
import { startServer } from '../../../scripts/server-process.ts';
import { scanMailbox, signInToDemo } from '../../support/browser/steps.ts';
import { NO_DNS } from '../../support/network/no-dns.ts';
import { measurement, type Measurement } from '../../../worker/measurement.ts';
import { unitsOf } from '../../support/scan/metered-device.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const RUNS = 5;

interface Run {
  milliseconds: number;
  requests: number;
  units: number;
  longestTask: number;
  database: DatabaseUse;
}

interface DatabaseUse {
  transactions: number;
  /** Milliseconds during which at least one was open. */
  openMs: number;
}

/** Counts and times a worker's transactions from now on. The returned function gives the totals so far. */
async function watchDatabase(worker: Worker): Promise<() => Promise<DatabaseUse>> {
  await worker.evaluate(() => {
    const use = { transactions: 0, openMs: 0 };
    let open = 0;
    let since = 0;
    // oxlint-disable-next-line typescript/unbound-method -- called on the same database below
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function begin(...given) {
      const begun = transaction.apply(this, given);
      use.transactions += 1;
      if (open === 0) since = performance.now();
      open += 1;
      const end = (): void => {
        open -= 1;
        if (open === 0) use.openMs += performance.now() - since;
      };
      begun.addEventListener('complete', end);
      begun.addEventListener('abort', end);
      return begun;
    };
    Object.assign(globalThis, { databaseUse: use });
  });
  return () => worker.evaluate(() => (globalThis as unknown as { databaseUse: DatabaseUse }).databaseUse);
}

async function scanOnce(browser: Browser, origin: string): Promise<Run> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(() => {
      const tasks: number[] = [];
      Object.assign(globalThis, { longTasks: tasks });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) tasks.push(entry.duration);
      }).observe({ type: 'longtask' });
    });
    await page.goto('/');
    await signInToDemo(page);
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => {
      const { longTasks } = globalThis as unknown as { longTasks: number[] };
      longTasks.length = 0;
    });
    let units = 0;
    let requests = 0;
    context.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (!pathname.startsWith('/gmail/')) return;
      requests += 1;
      units += unitsOf(pathname);
    });
    const [worker] = page.workers();
    if (worker === undefined) throw new Error('The page has no worker.');
    const databaseUse = await watchDatabase(worker);
    const started = performance.now();
    await scanMailbox(page);
    const milliseconds = performance.now() - started;
    const database = await databaseUse();
    const longestTask = await page.evaluate(() => {
      const { longTasks } = globalThis as unknown as { longTasks: number[] };
      return Math.max(0, ...longTasks);
    });
    return { milliseconds, requests, units, longestTask, database };
  } finally {
    await context.close();
  }
}

/** Builds the product and runs the scan in fresh browser profiles against the product's own server. */
export async function chromiumBenchmark(): Promise<Measurement[]> {
  await build({ root: ROOT, logLevel: 'error' });
  const server = await startServer({ env: { DNS_SERVERS: NO_DNS } });
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
  try {
    const runs: Run[] = [];
    for (let index = 0; index < RUNS; index += 1) runs.push(await scanOnce(browser, server.origin));
    const figure = (name: string, unit: string, of: (run: Run) => number): Measurement =>
      measurement('scan', name, unit, runs.map(of));
    return [
      figure('longest main-thread task (0: none of 50 ms or more)', 'ms', (run) => run.longestTask),
      figure('scan of the demo mailbox', 'ms', (run) => run.milliseconds),
      figure('database, time with a transaction open', 'ms', (run) => run.database.openMs),
      figure('database, transactions', 'transactions', (run) => run.database.transactions),
      figure('mailbox requests', 'requests', (run) => run.requests),
      figure('Gmail quota', 'units', (run) => run.units),
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}
