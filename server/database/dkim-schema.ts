/** The tables of the DKIM key archive. `schema.ts` has the other tables, and the rules for all of them. */
import { date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Every DKIM key ever seen in DNS for a catalog domain. */
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
    /** The first day after the last sight on which DNS answered for the name without this record. */
    missingSince: date('missing_since', { mode: 'string' }),
  },
  (table) => [
    primaryKey({ columns: [table.name, table.record] }),
    index('dkim_keys_domain').on(table.domain),
  ],
).enableRLS();

/**
 * Keys removed by the operator. They are kept apart from the archive and by fingerprint, so that a key stays removed
 * even if DNS or the catalog offers it again in another form.
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
 * When each catalog domain was last looked up. The row is also the claim by which copies of the server share the work:
 * whoever sets `asked_at` does the look-up.
 */
export const dkimLookUps = pgTable('dkim_look_ups', {
  domain: text('domain').primaryKey(),
  askedAt: instant('asked_at').notNull(),
  /** Null until DNS has answered once. */
  answeredAt: instant('answered_at'),
}).enableRLS();
