import { moduleUrl } from '../../../psi-wasm/load.ts';
import { firstUse, firstUseMeasurements, psiBenchmark } from '../../../worker/bench/psi.ts';
import type { Measurement } from '../../../worker/bench/measurement.ts';
import { openminedBenchmark } from '../peers/openmined.ts';

/** What a fresh thread can be asked for, in Node as in the browser. */
export interface Jobs {
  /** The thread's first use of our module. */
  first(): Promise<Measurement[]>;
  /** Ours, warm. */
  ours(): Promise<Measurement[]>;
  /** Ours, warm, with the build for platforms without vectors. */
  scalar(): Promise<Measurement[]>;
  /** The peer, warm. */
  peer(): Promise<Measurement[]>;
}

export function createJobs(loadPeer: Parameters<typeof openminedBenchmark>[0]): Jobs {
  return {
    first: async () => firstUseMeasurements([await firstUse(performance)]),
    ours: () => psiBenchmark(performance),
    scalar: () => psiBenchmark(performance, moduleUrl(false)),
    peer: () => openminedBenchmark(loadPeer, performance),
  };
}
