/** The tables of the DKIM key archive; the rest of the schema is in `schema.ts`, and so is what holds for all of it. */
import { date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Every DKIM key that was ever seen in DNS for a catalog domain (DESIGN 7, DKIM key archive). */
export const dkimKeys = pgTable(
  'dkim_keys',
  {
    domain: text('domain').notNull(),
    /** `selector._domainkey.domain` */
    name: text('name').notNull(),
    record: text('record').notNull(),
    source: text('source').notNull(),
    firstSeen: date('first_seen', { mode: 'string' }).notNull(),
    lastSeen: date('last_seen', { mode: 'string' }).notNull(),
    /** The first day since the last sight on which DNS answered for the name without this record. */
    missingSince: date('missing_since', { mode: 'string' }),
  },
  (table) => [
    primaryKey({ columns: [table.name, table.record] }),
    index('dkim_keys_domain').on(table.domain),
  ],
).enableRLS();

/**
 * Keys that the operator has removed. They are kept apart from the archive, and by their fingerprint: what DNS gives
 * again, in other words or from the catalog, stays removed.
 */
export const dkimRemovals = pgTable(
  'dkim_removals',
  {
    domain: text('domain').notNull(),
    /** `selector._domainkey.domain` */
    name: text('name').notNull(),
    /** SHA-256 of the published key, lower-case hex. */
    fingerprint: text('fingerprint').notNull(),
    /** The record in which the key was published. */
    record: text('record').notNull(),
    removedOn: date('removed_on', { mode: 'string' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.name, table.fingerprint] }),
    index('dkim_removals_domain').on(table.domain),
  ],
).enableRLS();

/**
 * When each catalog domain was last asked for its DKIM keys. The row is also the claim by which the copies of the
 * server share the work: whoever sets `asked_at` asks.
 */
export const dkimLookUps = pgTable('dkim_look_ups', {
  domain: text('domain').primaryKey(),
  askedAt: instant('asked_at').notNull(),
  /** Null until DNS has answered once. */
  answeredAt: instant('answered_at'),
}).enableRLS();
