/** Everything that the database holds, for tests of what a call changes and of what is left behind. */
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../../../server/database/db.ts';
import * as schema from '../../../server/database/schema.ts';

/** The schedule of DKIM look-ups writes here by itself. */
const OWN_LIFE: ReadonlySet<PgTable> = new Set<PgTable>([schema.dkimKeys, schema.dkimLookUps]);

/** Each table's rows as JSON with bytes in hex, sorted. */
export async function dumpOf(db: Db): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of Object.values(schema).filter((value) => is(value, PgTable))) {
    if (OWN_LIFE.has(table)) continue;
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
