import { moduleUrl } from '../../../psi-wasm/load.ts';
import type { Measurement } from '../../../worker/measurement.ts';
import { psiBenchmark } from '../../../worker/bench/psi.ts';
import { openminedBenchmark } from '../peers/openmined.ts';

/** Warm measurements beyond the product's suites, with code that the product does not have. */
export interface Extras {
  /** Our PSI, with the build for platforms without SIMD. */
  scalarPsi(): Promise<Measurement[]>;
  /** The PSI's peer. */
  psiPeer(): Promise<Measurement[]>;
}

export function createExtras(loadPeer: Parameters<typeof openminedBenchmark>[0]): Extras {
  return {
    scalarPsi: () => psiBenchmark(performance, moduleUrl(false)),
    psiPeer: () => openminedBenchmark(loadPeer, performance),
  };
}
