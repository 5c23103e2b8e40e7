import type { BenchSuite } from '../../../../worker/contract.ts';
import { inProductWorker } from '../product-worker.ts';

const inFreshWorker = ({ suite }: { suite: BenchSuite }): ReturnType<typeof inProductWorker> =>
  inProductWorker(suite);

Object.assign(globalThis, { inFreshWorker });
