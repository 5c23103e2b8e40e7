import { getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './db.ts';
import * as dkimSchema from './dkim-schema.ts';
import * as schema from './schema.ts';

/** Supabase's roles for callers without a sign-in, and for people who signed up to the project by themselves. */
const ANONYMOUS_ROLES = ['anon', 'authenticated'];
/** What they may read. */
const PUBLIC_TABLES = [schema.catalogEvents];

/**
 * Lets the anonymous roles read the table of events and nothing else of ours. Supabase grants them everything on every
 * new table; other databases lack these roles, or get them later. So this runs at each start after the migrations, for
 * the roles that exist.
 */
export async function restrictAnonymous(db: Db): Promise<void> {
  const ours = tableList(
    [...Object.values(schema), ...Object.values(dkimSchema)].filter((value) => is(value, PgTable)),
  );
  for (const role of ANONYMOUS_ROLES) {
    const known = await db.$count(sql`pg_roles`, sql`rolname = ${role}`);
    if (known === 0) continue;
    await db.execute(sql`revoke all on table ${ours} from ${sql.identifier(role)}`);
    await db.execute(sql`grant select on table ${tableList(PUBLIC_TABLES)} to ${sql.identifier(role)}`);
  }
}

function tableList(tables: readonly PgTable[]) {
  return sql.join(
    tables.map((table) => sql.identifier(getTableName(table))),
    sql`, `,
  );
}
