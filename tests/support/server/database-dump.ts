/** Dumps the database, for tests of what a call changes and what is left behind. */
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../../../server/database/db.ts';
import { dkimRemovals } from '../../../server/database/dkim-schema.ts';
import * as schema from '../../../server/database/schema.ts';

/** All tables except those without personal data: keys that the schedule found, and published catalogs. */
const TABLES: readonly PgTable[] = [...Object.values(schema), dkimRemovals]
  .filter((value) => is(value, PgTable))
  .filter((table) => table !== schema.publishedCatalogs);

/** Each table's rows as JSON with bytes in hex, sorted. */
export async function dumpOf(db: Db): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of TABLES) {
    const rows: Record<string, unknown>[] = await db.select().from(table);
    tables[getTableName(table)] = rows.map(asText).toSorted();
  }
  return tables;
}

function asText(row: Record<string, unknown>): string {
  return JSON.stringify(row, (_name, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
  );
}
