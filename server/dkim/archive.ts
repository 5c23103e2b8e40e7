import { and, asc, desc, eq, inArray, isNull, notBetween, sql } from 'drizzle-orm';
import type { Db } from '../database/db.ts';
import { dkimKeys, dkimLookUps } from '../database/dkim-schema.ts';
import type { DkimKey } from './contract.ts';
import type { DomainLookUp } from './look-up.ts';

/** The archive is stale after two missed daily rounds. Milliseconds. */
const STALE_AFTER_MS = 48 * 3_600_000;

/** The source of archived keys. */
const SOURCE = 'DNS';

export interface Freshness {
  /** Milliseconds since the epoch; null when DNS never answered for the domain. */
  lastLookUp: number | null;
  /** True when keys that were published lately may be missing. */
  stale: boolean;
}

/** A key in the archive; `removals.ts` has those that the operator removed. */
export type ArchivedKey = Omit<DkimKey, 'removed'>;

/** Every DKIM key ever seen in DNS. Times are in milliseconds since the epoch. */
export interface DkimArchive {
  /**
   * Claims the look-up of a domain for this copy of the server: true for only one of several copies that ask at the
   * same time.
   *
   * @param before claim only if it was last asked, and last answered, before these times
   */
  claim(domain: string, now: number, before: { asked: number; answered: number }): Promise<boolean>;
  /** Releases the claim of an interrupted look-up. */
  release(domain: string): Promise<void>;
  /**
   * Adds new keys, updates the day of the last sight of known ones, and notes since when DNS has answered without a
   * known record. Nothing is ever removed.
   */
  record(domain: string, found: Pick<DomainLookUp, 'seen' | 'answered'>, now: number): Promise<void>;
  /** Notes that DNS answered for this domain. */
  answered(domain: string, now: number): Promise<void>;
  /** The domain's records by name, the newest first. */
  keysOf(domain: string): Promise<ArchivedKey[]>;
  /** How many keys there are. */
  size(): Promise<number>;
  freshness(domains: readonly string[], now: number): Promise<Map<string, Freshness>>;
}

export function createDkimArchive(db: Db): DkimArchive {
  return {
    async claim(domain, now, before) {
      const { askedAt, answeredAt } = dkimLookUps;
      // A time in the future comes from a copy with a wrong clock, and counts as never.
      const notLately = (column: typeof askedAt | typeof answeredAt, since: number) =>
        notBetween(column, new Date(since), new Date(now));
      const claimed = await db
        .insert(dkimLookUps)
        .values({ domain, askedAt: new Date(now) })
        .onConflictDoUpdate({
          target: dkimLookUps.domain,
          set: { askedAt: new Date(now) },
          setWhere: sql`${notLately(askedAt, before.asked)}
            and (${isNull(answeredAt)} or ${notLately(answeredAt, before.answered)})`,
        })
        .returning({ domain: dkimLookUps.domain });
      return claimed.length > 0;
    },

    async release(domain) {
      await db
        .update(dkimLookUps)
        .set({ askedAt: new Date(0) })
        .where(eq(dkimLookUps.domain, domain));
    },

    async record(domain, { seen, answered }, now) {
      const day = new Date(now).toISOString().slice(0, 10);
      await db.transaction(async (changes) => {
        if (answered.length > 0) {
          await changes
            .update(dkimKeys)
            .set({ missingSince: day })
            .where(
              and(
                eq(dkimKeys.domain, domain),
                inArray(dkimKeys.name, [...answered]),
                isNull(dkimKeys.missingSince),
              ),
            );
        }
        if (seen.length === 0) return;
        const days = { source: SOURCE, firstSeen: day, lastSeen: day };
        await changes
          .insert(dkimKeys)
          .values(seen.map((sight) => ({ ...sight, domain, ...days })))
          .onConflictDoUpdate({
            target: [dkimKeys.name, dkimKeys.record],
            set: { lastSeen: sql`greatest(${dkimKeys.lastSeen}, excluded.last_seen)`, missingSince: null },
          });
      });
    },

    async answered(domain, now) {
      await db
        .update(dkimLookUps)
        .set({ answeredAt: new Date(now) })
        .where(eq(dkimLookUps.domain, domain));
    },

    keysOf: (domain) =>
      db
        .select({
          name: dkimKeys.name,
          record: dkimKeys.record,
          firstSeen: dkimKeys.firstSeen,
          lastSeen: dkimKeys.lastSeen,
          missingSince: dkimKeys.missingSince,
          source: dkimKeys.source,
        })
        .from(dkimKeys)
        .where(eq(dkimKeys.domain, domain))
        .orderBy(asc(dkimKeys.name), desc(dkimKeys.firstSeen), desc(dkimKeys.lastSeen), asc(dkimKeys.record)),

    size: () => db.$count(dkimKeys),

    async freshness(domains, now) {
      const rows = await db
        .select({ domain: dkimLookUps.domain, answeredAt: dkimLookUps.answeredAt })
        .from(dkimLookUps)
        .where(inArray(dkimLookUps.domain, [...domains]));
      const answered = new Map(rows.map((row) => [row.domain, row.answeredAt?.getTime() ?? null]));
      return new Map(
        domains.map((domain) => {
          const lastLookUp = answered.get(domain) ?? null;
          return [domain, { lastLookUp, stale: lastLookUp === null || now - lastLookUp > STALE_AFTER_MS }];
        }),
      );
    },
  };
}
