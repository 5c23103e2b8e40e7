import type { Draft } from '../draft.ts';
import { deceptions } from './deceptions.ts';
import { genuine } from './genuine.ts';
import { handOvers } from './hand-overs.ts';
import { languages } from './languages.ts';
import { lookAlikes } from './look-alikes.ts';
import { shapes } from './shapes.ts';
import { slotTraps } from './slot-traps.ts';
import { unverifiable } from './unverifiable.ts';

/** Every mail of the demo mailbox that is in the table of expectations (`tests/support/demo-mailbox.ts`). */
export function specialDrafts(): Draft[] {
  return [
    ...genuine(),
    ...unverifiable(),
    ...languages(),
    ...lookAlikes(),
    ...handOvers(),
    ...shapes(),
    ...slotTraps(),
    ...deceptions(),
  ];
}
