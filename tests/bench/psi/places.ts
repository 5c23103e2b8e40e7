/** Where the PSI is measured: a worker thread of Node, and a worker of Chromium on built code. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { chromium } from '@playwright/test';
import { build, preview, type InlineConfig } from 'vite';
import { CHROMIUM_ARGS, chromiumPath } from '../../../scripts/chromium.ts';
import type { Jobs } from './jobs.ts';

/** The jobs, each done where `run` does it. */
function jobsBy(run: (job: keyof Jobs) => Promise<unknown>): Jobs {
  return {
    first: () => run('first') as ReturnType<Jobs['first']>,
    warm: () => run('warm') as ReturnType<Jobs['warm']>,
  };
}

/** Every job in a new worker thread of this process. */
export async function inNode<Result>(measure: (jobs: Jobs) => Promise<Result>): Promise<Result> {
  const run = async (job: keyof Jobs): Promise<unknown> => {
    const thread = new Worker(new URL('node-thread.ts', import.meta.url), { workerData: job });
    const [answer] = (await once(thread, 'message')) as [unknown];
    await thread.terminate();
    return answer;
  };
  return measure(jobsBy(run));
}

/** Only an isolated page has a clock of 5 µs; others have 100 µs. */
const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** Every job in a new module worker of one page in a fresh Chromium, built and served as the product's are. */
export async function inChromium<Result>(measure: (jobs: Jobs) => Promise<Result>): Promise<Result> {
  const outDir = await mkdtemp(join(tmpdir(), 'waystamp-bench-'));
  const ends = [() => rm(outDir, { recursive: true })];
  try {
    const config: InlineConfig = {
      configFile: false,
      logLevel: 'error',
      root: fileURLToPath(new URL('.', import.meta.url)),
      worker: { format: 'es' },
      build: { target: 'es2024', outDir, emptyOutDir: true, assetsInlineLimit: 0 },
      preview: { port: 0, headers: ISOLATED },
    };
    await build(config);
    const server = await preview(config);
    ends.push(() => server.close());
    const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
    ends.push(() => browser.close());
    const page = await browser.newPage();
    await page.goto(server.resolvedUrls?.local[0] ?? '');
    const run = (job: keyof Jobs): Promise<unknown> =>
      page.evaluate((name) => {
        const { inFreshWorker } = globalThis as unknown as {
          inFreshWorker: (job: string) => Promise<unknown>;
        };
        return inFreshWorker(name);
      }, job);
    return await measure(jobsBy(run));
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}
