import { getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './db.ts';
import * as dkimSchema from './dkim-schema.ts';
import * as schema from './schema.ts';

/** Supabase's roles for whoever calls without a sign-in, and for whoever signed up to the project by themselves. */
const ANONYMOUS_ROLES = ['anon', 'authenticated'];
/** What they may read. */
const PUBLIC_TABLES = [schema.catalog, schema.catalogEvents];

/**
 * Lets the anonymous roles read the catalog tables and nothing else of ours (DESIGN 7, Database). Supabase grants
 * them everything on every new table; other databases have no such roles, or get them later: so this is done at each
 * start, after the migrations, and concerns the roles that there are.
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
