import { EVENTS } from './events.ts';
import { BOOKING_WORDS, PRESENCE_WORDS } from './keywords.ts';
import type { Catalog } from './schema.ts';

export { canonicalJson, catalogHash } from './canonical-json.ts';
export * from './facts.ts';
export { BUILT_IN_ORGANISER, organiserOf } from './organiser.ts';
export type { Organiser } from './organiser.ts';
export { catalogSchema } from './schema.ts';
export type { Catalog, CatalogEvent } from './schema.ts';
export { SLOT_COUNT, slotOf } from './slot.ts';

/** The catalog in the repo: what the server serves when no hosted project is configured. */
export const CATALOG: Catalog = {
  version: '2026-11-1',
  events: EVENTS,
  bookingWords: BOOKING_WORDS,
  presenceWords: PRESENCE_WORDS,
};

/** Every domain whose signature counts for some event, sorted: the domains whose DKIM keys are asked for. */
export function signerDomains(catalog: Catalog): string[] {
  return [...new Set(catalog.events.flatMap((event) => event.signers))].toSorted();
}
