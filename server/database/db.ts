import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema.ts';

/** The part of Drizzle that both drivers share; what every store is written against. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;
