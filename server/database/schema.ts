/**
 * The Postgres schema (DESIGN 7, Database), but for the DKIM key archive's tables (`dkim-schema.ts`). After a change:
 * `npm run migrations`.
 *
 * Every table has row-level security. The server owns them and is not concerned; anybody else, Supabase's anonymous
 * role for one, sees the rows that a policy allows (`anonymous.ts` grants what it may ask for).
 */
import { sql } from 'drizzle-orm';
import {
  boolean,
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

/** One row an account: who signed in, at which issuer, with which address. The address is stored in lower case. */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull(),
    /** Of the ID token; null for an account from before they were kept, until somebody takes it over. */
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

/** ID tokens that have opened their one session, until nobody would take them any more. */
export const usedIdTokens = pgTable(
  'used_id_tokens',
  {
    /** SHA-256 of what is signed. */
    fingerprint: bytes('fingerprint').primaryKey(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('used_id_tokens_expires_at').on(table.expiresAt)],
).enableRLS();

/** Sessions that were ended before their time, until it comes. */
export const endedSessions = pgTable(
  'ended_sessions',
  {
    id: uuid('id').primaryKey(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('ended_sessions_expires_at').on(table.expiresAt)],
).enableRLS();

/** The keys that an account announced last: round 2 answers for these only. */
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
 * Key ids that got their one reply, or were replaced before it. The primary key decides between two requests, and
 * between a request and its keys' replacement, in any process.
 */
export const answeredKeys = pgTable('answered_keys', {
  keyId: bytes('key_id').primaryKey(),
  answeredAt: instant('answered_at').notNull().defaultNow(),
}).enableRLS();

/** What round 2 keeps until the person discloses, or until it expires. */
export const psiSessions = pgTable(
  'psi_sessions',
  {
    /** The 32-byte session of the reply (DESIGN 6). */
    id: bytes('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The server's encoded state: tokens and session. */
    state: bytes('state').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The hash of the catalog that was compared, lower-case hex. Null in a session from before it was kept. */
    catalog: text('catalog'),
  },
  (table) => [index('psi_sessions_expires_at').on(table.expiresAt)],
).enableRLS();

/** Who disclosed which fact to whom, and on which day; nothing else, not even the time. */
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
    /** In UTC. Null for what was disclosed while no day was recorded. */
    day: date('day', { mode: 'string' }),
  },
  (table) => [
    unique('disclosures_once').on(table.userId, table.organiser, table.catalog, table.fact),
    check('disclosures_catalog_hash', sql`${table.catalog} ~ '^[0-9a-f]{64}$'`),
  ],
).enableRLS();

/** What the organiser lists, when no file says so; without a row the whole catalog. Private: see `anonymous.ts`. */
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

/**
 * Objects that a hosted blob store may hold for us: every pathname that an upload was granted for, until its object is
 * removed there.
 */
export const hostedBlobs = pgTable(
  'hosted_blobs',
  {
    pathname: text('pathname').primaryKey(),
    grantedAt: instant('granted_at').notNull().defaultNow(),
  },
  (table) => [index('hosted_blobs_granted_at').on(table.grantedAt)],
).enableRLS();

/** Multipart uploads to the embedded blob store that are under way. */
export const blobUploads = pgTable(
  'blob_uploads',
  {
    id: text('id').primaryKey(),
    /** The pathname of the client token that began it; its parts come with a token for the same one. */
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

/** Anonymous identities that the embedded identity routes have given out. */
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

/** Values that every copy of the server must agree on: the secret, the identity signing key. */
export const settings = pgTable('settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
}).enableRLS();

/** Whoever may ask for a catalog table sees all of it. */
const isPublic = () => pgPolicy('is_public', { for: 'select', to: 'public', using: sql`true` });

/** A hosted project's catalog (DESIGN 7, Hosted project), in one row: all of it but the events. */
export const catalog = pgTable(
  'catalog',
  {
    /** There is one row. */
    id: boolean('id').primaryKey().default(true),
    version: text('version').notNull(),
    bookingWords: text('booking_words').array().notNull(),
    presenceWords: text('presence_words').array().notNull(),
  },
  (table) => [check('catalog_one_row', sql`${table.id}`), isPublic()],
).enableRLS();

/** A hosted project's events; what the columns mean: `catalog/schema.ts`. */
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
    signers: text('signers').array().notNull(),
    dkimKeys: jsonb('dkim_keys').$type<CatalogEvent['dkimKeys']>().notNull().default([]),
    names: text('names').array().notNull(),
  },
  (table) => [
    check('catalog_events_coordinates', sql`(${table.latitude} is null) = (${table.longitude} is null)`),
    isPublic(),
  ],
).enableRLS();
