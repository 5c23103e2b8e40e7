import { and, eq } from 'drizzle-orm';
import { BUILT_IN_ORGANISER, factById, organiserOf } from '../../catalog/index.ts';
import type { Db } from '../database/db.ts';
import { disclosures } from '../database/schema.ts';
import type { Disclosures, DisclosureRecord } from '../ports.ts';
import { Refusal } from '../web/refusal.ts';

/** PostgreSQL refuses to be asked for an id of another form. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface DisclosuresDeps {
  db: Db;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** What was disclosed, in the database: one row for an account, an organiser, a catalog and a fact. */
export function createDisclosures({ db, now }: DisclosuresDeps): Disclosures {
  const { id, organiser, catalog: hash, fact, day } = disclosures;
  const columns = { id, organiser, catalog: hash, fact, day };
  return {
    async record(userId, compared, facts) {
      const rows = await db
        .insert(disclosures)
        .values(
          facts.map((name) => ({
            userId,
            organiser: BUILT_IN_ORGANISER.slug,
            catalog: compared,
            fact: name,
            day: dayOf(now()),
          })),
        )
        // Changes nothing, and has the row that is there returned as well.
        .onConflictDoUpdate({
          target: [disclosures.userId, disclosures.organiser, disclosures.catalog, disclosures.fact],
          set: { fact: disclosures.fact },
        })
        .returning(columns);
      return rows
        .toSorted(
          (a, b) => facts.findIndex((name) => name === a.fact) - facts.findIndex((name) => name === b.fact),
        )
        .map(asRecord);
    },

    async of(userId) {
      const rows = await db
        .select(columns)
        .from(disclosures)
        .where(eq(disclosures.userId, userId))
        .orderBy(disclosures.organiser, disclosures.day, disclosures.fact);
      return rows.map(asRecord);
    },

    async withdraw(userId, disclosureId) {
      const gone = UUID.test(disclosureId)
        ? await db
            .delete(disclosures)
            .where(and(eq(disclosures.id, disclosureId), eq(disclosures.userId, userId)))
            .returning({ id: disclosures.id })
        : [];
      if (gone.length === 0) throw unknownDisclosure();
    },
  };
}

/** The same for another person's disclosure and for one that never was. */
function unknownDisclosure(): Refusal {
  return new Refusal(
    404,
    'There is no such disclosure of yours. Nothing was changed. Read the list again: it may have been withdrawn already.',
    { code: 'disclosure_unknown' },
  );
}

type Row = Pick<typeof disclosures.$inferSelect, 'id' | 'organiser' | 'catalog' | 'fact' | 'day'>;

function asRecord({ organiser, fact, ...row }: Row): DisclosureRecord {
  return {
    ...row,
    organiser: organiserOf(organiser),
    fact,
    list: factById(fact)?.list ?? null,
    proof: 'none',
  };
}

/** ISO 8601, in UTC. */
function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}
