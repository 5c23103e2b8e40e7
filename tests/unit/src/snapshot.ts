import { EVENTS } from '../../../catalog/events.ts';
import { IDLE_SCAN } from '../../../worker/contract.ts';
import type { Snapshot } from '../../../worker/contract.ts';

/** What the core opens with on a new device where nobody is signed in, with changes. */
export function snapshot(changes: Partial<Snapshot> = {}): Snapshot {
  return {
    config: { provider: 'demo', googleClientId: null },
    events: EVENTS,
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
