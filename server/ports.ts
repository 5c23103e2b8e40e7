/**
 * What the routes need of the rest of the server. The types here use nothing but the web platform's, so
 * that the worker can read the API's type without Node's (DESIGN 1).
 */
import type { Hono } from 'hono';
import type { Catalog, FactId, FactList, Organiser } from '../catalog/index.ts';
import type { BlobStore, EmbeddedBlobDeps } from './blob/contract.ts';
import type { EmbeddedIdentity, Identity } from './identity/contract.ts';
import type { Sessions } from './session/contract.ts';
import type { ClientConfig } from './web/client-config.ts';

/** Public keys that were read from where a person published them. */
export interface Announcement {
  link: string;
  /** 16 bytes */
  keyId: Uint8Array;
  publicKeys: Uint8Array;
}

export interface Account {
  id: string;
  psiPublicKeysLink: string;
}

/** Accounts that sessions have opened. An account is complete once it has announced keys. */
export interface Accounts {
  isComplete(accountId: string): Promise<boolean>;
  /** @throws Refusal 409 when the account is complete, or the key id was announced or answered before */
  create(accountId: string, keys: Announcement): Promise<Account>;
  /** @throws Refusal 404 when the account is not complete, 409 as `create` */
  replaceKeys(accountId: string, keys: Announcement): Promise<Account>;
}

/** Everything that the server holds about a person. Dates are ISO 8601 in UTC. */
export interface Holdings {
  /** Issuer and subject are the ID token's; null in an account from before they were kept. */
  account: {
    id: string;
    email: string;
    issuer: string | null;
    subject: string | null;
    createdAt: string;
  };
  /** The keys announced last: their id in hex, where they are public, how many bytes. Null when there are none. */
  keys: { id: string; psiPublicKeysLink: string; bytes: number; announcedAt: string } | null;
  /**
   * Comparisons that can still be disclosed from, or have ended within the last hour, with the hash of their catalog;
   * null in one from before it was kept.
   */
  comparisons: { expiresAt: string; catalog: string | null }[];
  disclosures: DisclosureRecord[];
}

export interface AccountHoldings {
  /** @throws Refusal 404 when there is no such account */
  of(userId: string): Promise<Holdings>;
  /** Removes the account and all that hangs on it. @throws Refusal 503 when the key store does not answer */
  remove(userId: string): Promise<void>;
}

/** A disclosure as its person is told of it. */
export interface DisclosureRecord {
  id: string;
  organiser: Organiser;
  /** The catalog's hash. */
  catalog: string;
  fact: string;
  /** Null for a fact that the catalog has no longer. */
  list: FactList | null;
  /** ISO 8601, in UTC; null when it was disclosed before days were recorded. */
  day: string | null;
  proof: 'none';
}

export interface Disclosures {
  /**
   * Records what an account discloses; what it disclosed before stays as it is.
   *
   * @param catalog the hash of the catalog that was compared
   * @returns one record a fact, in the given order
   */
  record(userId: string, catalog: string, facts: readonly FactId[]): Promise<DisclosureRecord[]>;
  of(userId: string): Promise<DisclosureRecord[]>;
  /** @throws Refusal 404 when it is not this account's, whosoever it is */
  withdraw(userId: string, disclosureId: string): Promise<void>;
}

export interface Announcements {
  /** Reads and decodes the keys at a link. @throws Refusal 400 when it is not in our store or holds no keys */
  read(link: string): Promise<Announcement>;
}

export interface Comparisons {
  /**
   * The server's round 2 (DESIGN 6) for the keys that the account announced last; once for a key id.
   *
   * @throws Refusal 400 unreadable request, 404 no account, 409 keys replaced or used, 503 busy
   */
  answer(accountId: string, request: Uint8Array): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Checks the tokens, all or nothing, and records the facts as disclosed.
   *
   * @param facts slot and 16-byte token
   * @throws Refusal 403 a wrong token, 404 unknown session, 410 expired session
   */
  disclose(
    accountId: string,
    session: Uint8Array,
    facts: readonly { slot: number; token: Uint8Array }[],
  ): Promise<DisclosureRecord[]>;
}

export interface DkimKey {
  /** `selector._domainkey.domain` */
  name: string;
  /** The TXT record. */
  record: string;
  /** ISO dates; null when neither this server has seen it in DNS nor the catalog says when it stood there. */
  firstSeen: string | null;
  lastSeen: string | null;
  /** ISO date: the first day since its last sight on which DNS answered without it. */
  missingSince: string | null;
  /** ISO date on which the operator removed it: no mail verifies with it. */
  removed: string | null;
  /** Where the record is from. */
  source: string;
}

/** What `GET /api/dkim/keys` answers beside the domain. */
export interface DomainKeys {
  keys: DkimKey[];
  /** When DNS last answered for the domain, ISO 8601 in UTC; null when it never did. */
  lastLookUp: string | null;
  /** True when that is so long ago that keys which were published lately may be missing. */
  stale: boolean;
}

export interface DkimKeys {
  /** Every known key of a signer domain of the catalog; null for any other domain. Never asks DNS. */
  ofDomain(domain: string): Promise<DomainKeys | null>;
}

/**
 * What is counted: calls, failed sign-ins and identities by network address, announcements and comparisons by account,
 * uploads by the pathname that they are granted for.
 */
export type Limited = 'calls' | 'failedSignIns' | 'identities' | 'announcements' | 'comparisons' | 'uploads';

export interface Limits {
  /** Counts one. @throws Refusal 429 with the seconds to wait */
  count(what: Limited, by: string): Promise<void>;
  /** Counts one and refuses nothing: false when that is past the limit. */
  take(what: Limited, by: string): Promise<boolean>;
  /** Takes one back that was counted. */
  giveBack(what: Limited, by: string): Promise<void>;
}

/** The network address that a request comes from; takes Hono's context. */
export type ClientAddress = (context: {
  req: { header: (name: string) => string | undefined };
  env: unknown;
}) => string;

/** What is counted and measured for the operator: nothing about a person (`GET /metrics`). */
export interface Metrics {
  /** A request was answered. @param route its pattern, never its path */
  request(method: string, route: string, status: number, seconds: number): void;
  /** A request failed because the database could not be reached. */
  databaseAway(): void;
  contentType: string;
  /** Everything, in Prometheus' text format. */
  text(): Promise<string>;
}

/** Structured log. Never an address, a token or a subject (DESIGN 7). */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Everything that the app is made of. */
export interface AppDeps {
  clientConfig: ClientConfig;
  /** The catalog as it is now. */
  catalog: () => Catalog;
  sessions: Sessions;
  accounts: Accounts;
  holdings: AccountHoldings;
  disclosures: Disclosures;
  announcements: Announcements;
  blobStore: BlobStore;
  /** Null when Vercel Blob is the store. */
  embeddedBlobs: EmbeddedBlobDeps | null;
  identity: Identity;
  /** Null when Firebase is the identity service. */
  embeddedIdentity: EmbeddedIdentity | null;
  comparisons: Comparisons;
  dkimKeys: DkimKeys;
  limits: Limits;
  log: Log;
  metrics: Metrics;
  /** What whoever reads the metrics shows; null: only a server for this machine alone gives them. */
  metricsToken: string | null;
  /** Null with a Google client id. */
  demo: { routes: Hono } | null;
  /** Rejects when the server cannot serve (database, PSI). */
  ready(): Promise<void>;
  clientAddress: ClientAddress;
  /** The origins under which people reach this server; the first is the preferred one. */
  origins: () => readonly string[];
  /** Milliseconds since the epoch. */
  now: () => number;
  /** The folder of the built page; null when something else serves it. */
  page: string | null;
  /** True when the server is for this machine alone. */
  ownHostOnly: boolean;
  /** True when people reach this server over https only. */
  https: boolean;
}
