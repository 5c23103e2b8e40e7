/** Where the PSI is measured: a worker thread of Node, and a worker of Chromium on built code. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Measurement } from '../../../worker/bench/measurement.ts';
import { withBuiltPage } from '../../built-page.ts';
import type { Jobs } from './jobs.ts';

/** The jobs, each done where `run` does it. */
function jobsBy(run: (job: keyof Jobs) => Promise<Measurement[]>): Jobs {
  return {
    first: () => run('first'),
    ours: () => run('ours'),
    scalar: () => run('scalar'),
    peer: () => run('peer'),
  };
}

/** Every job in a new worker thread of this process. */
export async function inNode<Result>(measure: (jobs: Jobs) => Promise<Result>): Promise<Result> {
  const run = async (job: keyof Jobs): Promise<Measurement[]> => {
    const thread = new Worker(new URL('node-thread.ts', import.meta.url), { workerData: job });
    const [answer] = (await once(thread, 'message')) as [Measurement[]];
    await thread.terminate();
    return answer;
  };
  return measure(jobsBy(run));
}

/** Every job in a new worker of one page in a fresh Chromium. */
export async function inChromium<Result>(measure: (jobs: Jobs) => Promise<Result>): Promise<Result> {
  return withBuiltPage(new URL('.', import.meta.url), (page) => {
    const run = (job: keyof Jobs): Promise<Measurement[]> =>
      page.evaluate((name) => {
        const { inFreshWorker } = globalThis as unknown as {
          inFreshWorker: (job: string) => Promise<Measurement[]>;
        };
        return inFreshWorker(name);
      }, job);
    return measure(jobsBy(run));
  });
}
