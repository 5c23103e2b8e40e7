/**
 * A scan of the demo mailbox in real Chromium: how long it takes, what it costs of Gmail's quota, and the longest
 * task on the page's main thread while it runs (the browser's own long-task observer).
 */
import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from '../../../scripts/chromium.ts';
import { startServer } from '../../../scripts/server-process.ts';
import { scanMailbox, signInToDemo } from '../../e2e/steps.ts';
import { measurement, type Measurement } from '../../../worker/bench/measurement.ts';
import { unitsOf } from './device.ts';

const RUNS = 5;

interface Run {
  milliseconds: number;
  requests: number;
  units: number;
  longestTask: number;
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
    const started = performance.now();
    await scanMailbox(page);
    const milliseconds = performance.now() - started;
    const longestTask = await page.evaluate(() => {
      const { longTasks } = globalThis as unknown as { longTasks: number[] };
      return Math.max(0, ...longTasks);
    });
    return { milliseconds, requests, units, longestTask };
  } finally {
    await context.close();
  }
}

/** Runs the scan in fresh browser profiles against the product's own server. */
export async function chromiumBenchmark(): Promise<Measurement[]> {
  const server = await startServer();
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
  try {
    const runs: Run[] = [];
    for (let index = 0; index < RUNS; index += 1) runs.push(await scanOnce(browser, server.origin));
    const figure = (name: string, unit: string, of: (run: Run) => number): Measurement =>
      measurement('scan', name, unit, runs.map(of));
    return [
      figure('longest main-thread task (0: none of 50 ms or more)', 'ms', (run) => run.longestTask),
      figure('scan of the demo mailbox', 'ms', (run) => run.milliseconds),
      figure('mailbox requests', 'requests', (run) => run.requests),
      figure('Gmail quota', 'units', (run) => run.units),
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}
