import { z } from 'zod';
import { EVENT_KEYS, catalogSchema } from '../../catalog/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import type { catalog, catalogEvents } from '../database/schema.ts';

/** Complaints that an error names; a table that was filled wrongly has many of the same kind. */
const MOST_COMPLAINTS = 5;

const headRow = z.object({ version: z.unknown(), booking_words: z.unknown(), presence_words: z.unknown() });
const eventRow = z.looseObject({
  key: z.string(),
  place: z.unknown(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  dkim_keys: z.unknown(),
});

/** The rows of the catalog tables (`schema.ts`) cannot be used as a catalog; the message says why. */
export class CatalogRowsError extends Error {
  override readonly name = 'CatalogRowsError';
}

/**
 * The catalog that the rows of the two tables hold, its events in catalog order.
 *
 * @param heads rows of `catalog`, @param events rows of `catalog_events`; columns by their names in the database
 * @throws CatalogRowsError
 */
export function catalogFromRows(heads: unknown, events: unknown): Catalog {
  const head = z.tuple([headRow], { error: 'has no row' }).safeParse(heads);
  if (!head.success) throw complaint('catalog', head.error, () => '');
  const rows = z.array(eventRow).safeParse(events);
  if (!rows.success) throw complaint('catalog_events', rows.error, String);
  const ordered = rows.data.toSorted((a, b) => position(a.key) - position(b.key));
  const [{ version, booking_words: bookingWords, presence_words: presenceWords }] = head.data;
  const result = catalogSchema.safeParse({
    version,
    bookingWords,
    presenceWords,
    events: ordered.map(({ place, latitude, longitude, dkim_keys: dkimKeys, ...row }) => ({
      ...row,
      dkimKeys,
      place: {
        name: place,
        coordinates: latitude === null || longitude === null ? null : { latitude, longitude },
      },
    })),
  });
  if (!result.success) throw complaint('catalog', result.error, (index) => ordered[index]?.key ?? '');
  return result.data;
}

/** The rows that hold a catalog, as Drizzle writes them. */
export function rowsFromCatalog({ version, bookingWords, presenceWords, events }: Catalog): {
  head: typeof catalog.$inferInsert;
  events: (typeof catalogEvents.$inferInsert)[];
} {
  return {
    head: { version, bookingWords, presenceWords },
    events: events.map(({ place: { name: place, coordinates }, ...event }) => ({
      ...event,
      place,
      latitude: coordinates?.latitude ?? null,
      longitude: coordinates?.longitude ?? null,
    })),
  };
}

function position(key: string): number {
  return EVENT_KEYS.findIndex((known) => known === key);
}

function complaint(table: string, error: z.ZodError, keyOf: (index: number) => string): CatalogRowsError {
  const complaints = error.issues.slice(0, MOST_COMPLAINTS).map(({ path, message }) => {
    const named = path.map((step, at) => (at === 1 && typeof step === 'number' ? keyOf(step) : String(step)));
    return `${[table, ...named].join('.')}: ${message}`;
  });
  return new CatalogRowsError(complaints.join('; '));
}
