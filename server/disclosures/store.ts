import { and, eq } from 'drizzle-orm';
import { type Catalog, catalogFacts } from '../../catalog/index.ts';
import type { Catalogs } from '../catalog/contract.ts';
import type { Db } from '../database/db.ts';
import { disclosures } from '../database/schema.ts';
import type { Disclosures, DisclosureRecord } from './contract.ts';
import { Refusal } from '../web/refusal.ts';

/** PostgreSQL raises an error for an id in any other form. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface DisclosuresDeps {
  db: Db;
  catalogs: Catalogs;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** Disclosures in the database: one row for each account, organiser, catalog and fact. */
export function createDisclosures({ db, catalogs, now }: DisclosuresDeps): Disclosures {
  const { id, organiser, catalog: hash, fact, day } = disclosures;
  const columns = { id, organiser, catalog: hash, fact, day };
  const asRecords = async (rows: readonly Row[]): Promise<DisclosureRecord[]> => {
    const known = await catalogs.everPublished([...new Set(rows.map((row) => row.catalog))]);
    // The comparison may be older than the stored catalogs.
    return rows.map((row) => asRecord(row, known.get(row.catalog) ?? catalogs.get()));
  };
  return {
    async record(userId, { organiser: slug, catalog: compared }, facts) {
      const rows = await db
        .insert(disclosures)
        .values(
          facts.map((name) => ({
            userId,
            organiser: slug,
            catalog: compared,
            fact: name,
            day: dayOf(now()),
          })),
        )
        // Changes nothing, but makes the existing row part of the result.
        .onConflictDoUpdate({
          target: [disclosures.userId, disclosures.organiser, disclosures.catalog, disclosures.fact],
          set: { fact: disclosures.fact },
        })
        .returning(columns);
      return asRecords(
        rows.toSorted(
          (a, b) => facts.findIndex((name) => name === a.fact) - facts.findIndex((name) => name === b.fact),
        ),
      );
    },

    async of(userId) {
      const rows = await db
        .select(columns)
        .from(disclosures)
        .where(eq(disclosures.userId, userId))
        .orderBy(disclosures.organiser, disclosures.day, disclosures.fact);
      return asRecords(rows);
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

/** Says the same about another person's disclosure and one that never existed. */
function unknownDisclosure(): Refusal {
  return new Refusal(
    404,
    'There is no such disclosure of yours. Nothing was changed. Read the list again: it may have been withdrawn already.',
    { code: 'disclosure_unknown' },
  );
}

type Row = Pick<typeof disclosures.$inferSelect, 'id' | 'organiser' | 'catalog' | 'fact' | 'day'>;

function asRecord({ organiser: slug, fact, ...row }: Row, catalog: Catalog): DisclosureRecord {
  const name = slug === catalog.organiser.slug ? catalog.organiser.name : slug;
  const list = catalogFacts(catalog).byId.get(fact)?.list ?? null;
  return { ...row, organiser: { slug, name }, fact, list, proof: 'none' };
}

/** ISO 8601, in UTC. */
function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}
