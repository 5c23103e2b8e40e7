import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** The part of Drizzle common to both drivers, used by every store. */
export type Db = PgDatabase<PgQueryResultHKT>;

/**
 * The name of a statement that is built once and sent in full each time. A named one would stay with its connection,
 * which a pooler between us and the database may give to others.
 */
export const UNNAMED = '';
