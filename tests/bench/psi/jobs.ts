import { firstUse, psiBenchmark, type FirstUse } from '../../../worker/bench/psi.ts';
import type { Measurement } from '../../../worker/bench/measurement.ts';
import { openminedBenchmark } from '../peers/openmined.ts';

/** What a fresh thread can be asked for, in Node as in the browser. */
export interface Jobs {
  first(): Promise<FirstUse>;
  /** Ours and the peer's, one after the other in the same thread. */
  warm(): Promise<Measurement[]>;
}

export function createJobs(loadPeer: Parameters<typeof openminedBenchmark>[0]): Jobs {
  return {
    first: () => firstUse(performance),
    warm: async () => [
      ...(await psiBenchmark(performance)),
      ...(await openminedBenchmark(loadPeer, performance)),
    ],
  };
}
