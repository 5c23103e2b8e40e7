/** Accounts and the data held about them. Uses types of the web platform only. */
import type { DisclosureRecord } from '../disclosures/contract.ts';

/** Public keys, as read from the place where a person published them. */
export interface Announcement {
  link: string;
  /** 16 bytes */
  keyId: Uint8Array;
  publicKeys: Uint8Array;
}

export interface Announcements {
  /**
   * Reads and decodes the keys at a link.
   *
   * @throws Refusal 400 when the link is not in our store or holds no keys
   */
  read(link: string): Promise<Announcement>;
}

export interface Account {
  id: string;
  psiPublicKeysLink: string;
}

/** Accounts opened by sessions. An account is complete once it has announced keys. */
export interface Accounts {
  isComplete(accountId: string): Promise<boolean>;
  /** @throws Refusal 409 when the account is already complete, or the key id was announced or answered before */
  create(accountId: string, keys: Announcement): Promise<Account>;
  /** @throws Refusal 404 when the account is not complete, 409 as for `create` */
  replaceKeys(accountId: string, keys: Announcement): Promise<Account>;
}

/** Everything that the server holds about a person. Dates are ISO 8601 in UTC. */
export interface Holdings {
  /** Issuer and subject come from the ID token; null in accounts older than these columns. */
  account: {
    id: string;
    email: string;
    issuer: string | null;
    subject: string | null;
    createdAt: string;
  };
  /** The latest announced keys: id in hex, public address, size in bytes. Null without any. */
  keys: { id: string; psiPublicKeysLink: string; bytes: number; announcedAt: string } | null;
  /**
   * Comparisons that can still be disclosed from, or that ended within the last hour, with their catalog's hash (null
   * for one older than that column).
   */
  comparisons: { expiresAt: string; catalog: string | null }[];
  disclosures: DisclosureRecord[];
}

export interface AccountHoldings {
  /** @throws Refusal 404 when there is no such account */
  of(userId: string): Promise<Holdings>;
  /**
   * Removes the account and everything that belongs to it.
   *
   * @throws Refusal 503 when the key store does not answer
   */
  remove(userId: string): Promise<void>;
}
