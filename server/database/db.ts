import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** The part of Drizzle that both drivers share; what every store is written against. */
export type Db = PgDatabase<PgQueryResultHKT>;

/**
 * The name of a statement that is put together once and sent in full each time. A named one would stay with its
 * connection, which a pooler between us and the database may hand to others.
 */
export const UNNAMED = '';
