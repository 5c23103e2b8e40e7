import { z } from 'zod';
import { CATALOG, catalogSchema, draftSchema, publishable } from '../../catalog/index.ts';
import type { Catalog, Operator } from '../../catalog/index.ts';
import type { catalogEvents } from '../database/schema.ts';

/** Limit on the complaints in an error; a wrongly filled table has many of the same kind. */
const MOST_COMPLAINTS = 5;

const eventRow = z.object({
  key: z.string(),
  name: z.unknown(),
  starts: z.string(),
  ends: z.unknown(),
  place: z.unknown(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  senders: z.array(z.string()),
  // From a project that was not migrated: signing domains, which are senders now.
  signers: z.array(z.string()).default([]),
  dkim_keys: z.unknown(),
  names: z.unknown(),
});
type EventRow = z.infer<typeof eventRow>;

/** The rows of the table of events are not a valid catalog; the message says why. */
export class CatalogRowsError extends Error {
  override readonly name = 'CatalogRowsError';
}

/**
 * The built-in organiser's catalog with the events in the rows: those of the repo's catalog in its order, then the
 * others by date. Facts in the repo's catalog keep their subjects.
 *
 * @param rows of `catalog_events` (`database/schema.ts`); columns by their names in the database
 * @param operator the name in which the organiser asks
 * @throws CatalogRowsError
 */
export function catalogFromRows(rows: unknown, operator: Operator): Catalog {
  const read = z.array(eventRow).safeParse(rows);
  if (!read.success) throw complaint('catalog_events', read.error, String);
  const ordered = read.data.toSorted(
    (a, b) => position(a) - position(b) || a.starts.localeCompare(b.starts) || (a.key < b.key ? -1 : 1),
  );
  const draft = draftSchema.safeParse({
    organiser: { ...CATALOG.organiser, ...operator },
    events: ordered.map(({ place, latitude, longitude, dkim_keys: dkimKeys, senders, signers, ...row }) => ({
      ...row,
      senders: [...new Set([...senders, ...signers])],
      dkimKeys,
      place: {
        name: place,
        coordinates: latitude === null || longitude === null ? null : { latitude, longitude },
      },
    })),
    interests: CATALOG.interests,
  });
  if (!draft.success) throw complaint('catalog', draft.error, (index) => ordered[index]?.key ?? '');
  // Devices take no more than this, whatever each row may hold.
  const catalog = catalogSchema.safeParse(publishable(draft.data, CATALOG.facts));
  if (!catalog.success) throw complaint('catalog', catalog.error, (index) => ordered[index]?.key ?? '');
  return catalog.data;
}

/** The rows for a catalog's events, as Drizzle writes them. */
export function rowsFromCatalog({ events }: Catalog): (typeof catalogEvents.$inferInsert)[] {
  return events.map(({ place: { name: place, coordinates }, ...event }) => ({
    ...event,
    place,
    latitude: coordinates?.latitude ?? null,
    longitude: coordinates?.longitude ?? null,
  }));
}

/** The position of this key in the repo's catalog; after all of them if it has none. */
function position({ key }: EventRow): number {
  const index = CATALOG.events.findIndex((event) => event.key === key);
  return index < 0 ? CATALOG.events.length : index;
}

function complaint(table: string, error: z.ZodError, keyOf: (index: number) => string): CatalogRowsError {
  const complaints = error.issues.slice(0, MOST_COMPLAINTS).map(({ path, message }) => {
    const named = path.map((step, at) => (at === 1 && typeof step === 'number' ? keyOf(step) : String(step)));
    return `${[table, ...named].join('.')}: ${message}`;
  });
  return new CatalogRowsError(complaints.join('; '));
}
