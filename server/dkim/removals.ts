import { createHash } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { keyMaterial } from '../../mail/dkim/key-record.ts';
import type { Db } from '../database/db.ts';
import { dkimRemovals } from '../database/dkim-schema.ts';

/** A key that the operator has removed. */
export interface Removal {
  /** `selector._domainkey.domain` */
  name: string;
  record: string;
  fingerprint: string;
  /** ISO date */
  removedOn: string;
}

/** Removed keys, with which no mail of their domain verifies under any selector. */
export interface DkimRemovals {
  /** By name. */
  ofDomain(domain: string): Promise<Removal[]>;
  /**
   * Removes a key; one that was removed before keeps its day.
   *
   * @param now milliseconds since the epoch
   */
  add(name: string, record: string, now: number): Promise<void>;
  /** Undoes the removal of a key at all names of the domain; false when there was none. */
  takeBack(domain: string, fingerprint: string): Promise<boolean>;
}

export function createDkimRemovals(db: Db): DkimRemovals {
  return {
    ofDomain: (domain) =>
      db
        .select({
          name: dkimRemovals.name,
          record: dkimRemovals.record,
          fingerprint: dkimRemovals.fingerprint,
          removedOn: dkimRemovals.removedOn,
        })
        .from(dkimRemovals)
        .where(eq(dkimRemovals.domain, domain))
        .orderBy(asc(dkimRemovals.name), asc(dkimRemovals.fingerprint)),

    async add(name, record, now) {
      const removedOn = new Date(now).toISOString().slice(0, 10);
      const fingerprint = fingerprintOf(record);
      await db
        .insert(dkimRemovals)
        .values({ domain: domainOf(name), name, fingerprint, record, removedOn })
        .onConflictDoNothing();
    },

    async takeBack(domain, fingerprint) {
      const taken = await db
        .delete(dkimRemovals)
        .where(and(eq(dkimRemovals.domain, domain), eq(dkimRemovals.fingerprint, fingerprint)))
        .returning({ name: dkimRemovals.name });
      return taken.length > 0;
    },
  };
}

/** The days of removal of a domain's keys, by fingerprint. */
export function daysOfRemoval(removals: readonly Removal[]): ReadonlyMap<string, string> {
  const days = new Map<string, string>();
  for (const { fingerprint, removedOn } of removals) {
    const before = days.get(fingerprint);
    if (before === undefined || removedOn < before) days.set(fingerprint, removedOn);
  }
  return days;
}

/**
 * Identifies a key for the operator, however the record is written: SHA-256 in lower-case hex of the
 * SubjectPublicKeyInfo of an RSA key (RFC 5280 4.1.2.7), or of the 32 bytes of an Ed25519 key.
 */
export function fingerprintOf(record: string): string {
  return createHash('sha256')
    .update(keyMaterial(record) ?? '')
    .digest('hex');
}

/** The domain of `selector._domainkey.domain`; a selector may hold dots. */
export function domainOf(name: string): string {
  const label = '._domainkey.';
  return name.slice(name.lastIndexOf(label) + label.length);
}
