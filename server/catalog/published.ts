import { and, arrayContains, asc, eq, inArray, isNull } from 'drizzle-orm';
import { canonicalJson, hashOf, signerDomains } from '../../catalog/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import type { Db } from '../database/db.ts';
import { publishedCatalogs } from '../database/schema.ts';

/** A catalog as it was published. */
export interface PublishedCatalog {
  /** The text whose hash this is. */
  canonical: string;
  withdrawn: boolean;
}

/** A published catalog in the operator's list. */
export interface CatalogListing {
  hash: string;
  /** The organiser's slug. */
  organiser: string;
  publishedAt: Date;
  withdrawnAt: Date | null;
}

/** The table of published catalogs, which all copies of the server share. */
export interface PublishedCatalogs {
  /** Publishes a catalog once; a withdrawn one stays withdrawn. Returns its hash. */
  publish(catalog: Catalog): Promise<string>;
  /** The published catalogs by their hashes; unknown hashes are left out. */
  find(hashes: readonly string[]): Promise<Map<string, PublishedCatalog>>;
  /** Whether a domain signs for an event of any catalog that was not withdrawn. */
  hasSigner(domain: string): Promise<boolean>;
  /** All such domains. */
  signerDomains(): Promise<string[]>;
  /** All published catalogs, oldest first. */
  list(): Promise<CatalogListing[]>;
  /**
   * Withdraws a catalog for all copies, or takes that back. Returns false if none has this hash.
   *
   * @param at null: it is published again
   */
  withdraw(hash: string, at: Date | null): Promise<boolean>;
}

export function createPublishedCatalogs(db: Db): PublishedCatalogs {
  const { hash, organiser, canonical, publishedAt, withdrawnAt } = publishedCatalogs;
  return {
    async publish(catalog) {
      const text = canonicalJson(catalog);
      const row = {
        hash: hashOf(new TextEncoder().encode(text)),
        organiser: catalog.organiser.slug,
        canonical: text,
        signerDomains: signerDomains(catalog),
      };
      await db.insert(publishedCatalogs).values(row).onConflictDoNothing();
      return row.hash;
    },

    async find(hashes) {
      const rows = await db
        .select({ hash, canonical, withdrawnAt })
        .from(publishedCatalogs)
        .where(inArray(hash, [...hashes]));
      return new Map(
        rows.map((row) => [row.hash, { canonical: row.canonical, withdrawn: row.withdrawnAt !== null }]),
      );
    },

    hasSigner: async (domain) =>
      (await db.$count(
        publishedCatalogs,
        and(isNull(withdrawnAt), arrayContains(publishedCatalogs.signerDomains, [domain])),
      )) > 0,

    async signerDomains() {
      const rows = await db
        .select({ domains: publishedCatalogs.signerDomains })
        .from(publishedCatalogs)
        .where(isNull(withdrawnAt))
        .orderBy(asc(publishedAt), asc(hash));
      return [...new Set(rows.flatMap(({ domains }) => domains))];
    },

    list: () =>
      db
        .select({ hash, organiser, publishedAt, withdrawnAt })
        .from(publishedCatalogs)
        .orderBy(asc(publishedAt), asc(hash)),

    async withdraw(wanted, at) {
      const rows = await db
        .update(publishedCatalogs)
        .set({ withdrawnAt: at })
        .where(eq(hash, wanted))
        .returning({ hash });
      return rows.length > 0;
    },
  };
}
