import { CATALOG, catalogHash } from '../../../catalog/index.ts';
import { IDLE_SCAN } from '../../../worker/contract.ts';
import type { Snapshot } from '../../../worker/contract.ts';

/** The core's first snapshot on a new device without a sign-in, with changes. */
export function snapshot(changes: Partial<Snapshot> = {}): Snapshot {
  return {
    config: { provider: 'demo', googleClientId: null },
    asked: { catalog: CATALOG, hash: catalogHash(CATALOG), changes: null, problem: null },
    session: null,
    scan: IDLE_SCAN,
    facts: [],
    slots: [],
    choices: { interests: [], events: [] },
    result: null,
    shown: null,
    ...changes,
  };
}
