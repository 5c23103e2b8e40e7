/**
 * The Postgres schema, except the tables of the DKIM key archive (`dkim-schema.ts`). After a change: `npm run
 * migrations`.
 *
 * Every table has row-level security. It does not affect the server, which owns the tables. Any other role, such as
 * Supabase's anonymous one, sees only the rows that a policy allows (`anonymous.ts` grants access to tables).
 */
import { sql } from 'drizzle-orm';
import {
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { CatalogEvent } from '../../catalog/index.ts';
import { bytes, instant } from './columns.ts';

/** One row for each account: issuer, subject and address. The address is stored in lower case. */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull(),
    /** From the ID token; null for an account older than this column, until somebody takes it over. */
    issuer: text('issuer'),
    subject: text('subject'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    check('users_email_lower', sql`${table.email} = lower(${table.email})`),
    check('users_issuer_and_subject', sql`(${table.issuer} is null) = (${table.subject} is null)`),
    uniqueIndex('users_issuer_subject_email').on(table.issuer, table.subject, table.email),
    uniqueIndex('users_email_of_nobody')
      .on(table.email)
      .where(sql`${table.subject} is null`),
  ],
).enableRLS();

/** ID tokens that have opened their one session, kept until they expire. */
export const usedIdTokens = pgTable(
  'used_id_tokens',
  {
    /** SHA-256 of the signed part. */
    fingerprint: bytes('fingerprint').primaryKey(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('used_id_tokens_expires_at').on(table.expiresAt)],
).enableRLS();

/** Sessions that were ended early, kept until they would have expired. */
export const endedSessions = pgTable(
  'ended_sessions',
  {
    id: uuid('id').primaryKey(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('ended_sessions_expires_at').on(table.expiresAt)],
).enableRLS();

/** The latest keys of each account; round 2 answers for these only. */
export const psiKeys = pgTable('psi_keys', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** 16 bytes */
  keyId: bytes('key_id').notNull().unique(),
  link: text('link').notNull(),
  publicKeys: bytes('public_keys').notNull(),
  announcedAt: instant('announced_at').notNull().defaultNow(),
}).enableRLS();

/**
 * Key ids that got their one reply or were replaced. The primary key decides between two requests, and between a
 * request and a replacement, across processes.
 */
export const answeredKeys = pgTable('answered_keys', {
  keyId: bytes('key_id').primaryKey(),
  answeredAt: instant('answered_at').notNull().defaultNow(),
}).enableRLS();

/** What round 2 keeps until the person discloses or it expires. */
export const psiSessions = pgTable(
  'psi_sessions',
  {
    /** The 32-byte session of the reply. */
    id: bytes('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The server's encoded state: tokens and session. */
    state: bytes('state').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The hash of the compared catalog, lower-case hex. Null in a session older than this column. */
    catalog: text('catalog'),
  },
  (table) => [index('psi_sessions_expires_at').on(table.expiresAt)],
).enableRLS();

/** Who disclosed which fact to whom on which day. Nothing else is kept, not even the time. */
export const disclosures = pgTable(
  'disclosures',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The organiser's slug. */
    organiser: text('organiser').notNull(),
    /** The hash of the catalog that the fact is from: lower-case hex (`catalog/canonical-json.ts`). */
    catalog: text('catalog').notNull(),
    /** A fact's name in that catalog, e.g. `verifiedTravelEvents/devcon`. */
    fact: text('fact').notNull(),
    /** In UTC. Null for disclosures older than this column. */
    day: date('day', { mode: 'string' }),
  },
  (table) => [
    unique('disclosures_once').on(table.userId, table.organiser, table.catalog, table.fact),
    check('disclosures_catalog_hash', sql`${table.catalog} ~ '^[0-9a-f]{64}$'`),
  ],
).enableRLS();

/** The organiser's list, unless a file has it; without a row the whole catalog. Private: see `anonymous.ts`. */
export const organiserFacts = pgTable('organiser_facts', {
  /** A fact's name in the catalog, e.g. `verifiedTravelEvents/devcon`. */
  fact: text('fact').primaryKey(),
}).enableRLS();

/** The embedded blob store's objects. */
export const blobs = pgTable('blobs', {
  pathname: text('pathname').primaryKey(),
  content: bytes('content').notNull(),
  contentType: text('content_type').notNull(),
  etag: text('etag').notNull(),
  /** Seconds. */
  cacheControlMaxAge: integer('cache_control_max_age').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
}).enableRLS();

/** Pathnames for which uploads to a hosted blob store were granted, until their objects are removed there. */
export const hostedBlobs = pgTable(
  'hosted_blobs',
  {
    pathname: text('pathname').primaryKey(),
    grantedAt: instant('granted_at').notNull().defaultNow(),
  },
  (table) => [index('hosted_blobs_granted_at').on(table.grantedAt)],
).enableRLS();

/** Unfinished multipart uploads to the embedded blob store. */
export const blobUploads = pgTable(
  'blob_uploads',
  {
    id: text('id').primaryKey(),
    /** The pathname of the client token that began it; its parts need a token for the same one. */
    grantedPathname: text('granted_pathname').notNull(),
    /** Where the object will lie. */
    pathname: text('pathname').notNull(),
    contentType: text('content_type').notNull(),
    /** Seconds. */
    cacheControlMaxAge: integer('cache_control_max_age').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('blob_uploads_expires_at').on(table.expiresAt)],
).enableRLS();

export const blobParts = pgTable(
  'blob_parts',
  {
    uploadId: text('upload_id')
      .notNull()
      .references(() => blobUploads.id, { onDelete: 'cascade' }),
    partNumber: integer('part_number').notNull(),
    content: bytes('content').notNull(),
    etag: text('etag').notNull(),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.partNumber] })],
).enableRLS();

/** Anonymous identities issued by the embedded identity service. */
export const identityUsers = pgTable(
  'identity_users',
  {
    id: text('id').primaryKey(),
    /** SHA-256 of the refresh token. */
    refreshHash: bytes('refresh_hash').notNull().unique(),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
  },
  (table) => [index('identity_users_last_seen_at').on(table.lastSeenAt)],
).enableRLS();

/** Values shared by all copies of the server: the secret, the identity signing key. */
export const settings = pgTable('settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
}).enableRLS();

/**
 * Every catalog that this server has used. A published catalog stays readable under its hash until the organiser
 * withdraws it.
 */
export const publishedCatalogs = pgTable(
  'published_catalogs',
  {
    /** Lower-case hex (`catalog/hash.ts`). */
    hash: text('hash').primaryKey(),
    /** The organiser's slug. */
    organiser: text('organiser').notNull(),
    /** Canonical JSON: the text whose hash this is. */
    canonical: text('canonical').notNull(),
    /** The domains that sign for its events. */
    signerDomains: text('signer_domains').array().notNull(),
    publishedAt: instant('published_at').notNull().defaultNow(),
    withdrawnAt: instant('withdrawn_at'),
  },
  (table) => [check('published_catalogs_hash', sql`${table.hash} ~ '^[0-9a-f]{64}$'`)],
).enableRLS();

/** A hosted project's events, which are its whole catalog; `catalog/schema.ts` explains the columns. */
export const catalogEvents = pgTable(
  'catalog_events',
  {
    key: text('key').primaryKey(),
    name: text('name').notNull(),
    starts: date('starts', { mode: 'string' }).notNull(),
    ends: date('ends', { mode: 'string' }).notNull(),
    place: text('place').notNull(),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    senders: text('senders').array().notNull(),
    dkimKeys: jsonb('dkim_keys').$type<CatalogEvent['dkimKeys']>().notNull().default([]),
    names: text('names').array().notNull(),
  },
  (table) => [
    check('catalog_events_coordinates', sql`(${table.latitude} is null) = (${table.longitude} is null)`),
    // Every role with access to the table may read all rows.
    pgPolicy('is_public', { for: 'select', to: 'public', using: sql`true` }),
  ],
).enableRLS();
