import type { Draft } from '../draft.ts';
import { signedTickets } from './signed-tickets.ts';

/** Every mail of the demo mailbox that stands in the table of expectations (tests/fixtures). */
export function specialDrafts(): Draft[] {
  return [...signedTickets()];
}
