import { moduleUrl } from '../../../psi-wasm/load.ts';
import type { Measurement } from '../../../worker/measurement.ts';
import { psiBenchmark } from '../../../worker/bench/psi.ts';
import { openminedBenchmark } from '../peers/openmined.ts';

/** What is measured beside the product's suites, warm: it needs what the product does not carry. */
export interface Extras {
  /** Our PSI with the build for platforms without vectors. */
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
