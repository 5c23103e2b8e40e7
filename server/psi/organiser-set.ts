import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { SLOT_COUNT, catalogFacts } from '../../catalog/index.ts';
import type { Catalog, CatalogFact } from '../../catalog/index.ts';
import type { Db } from '../database/db.ts';
import { organiserFacts } from '../database/schema.ts';
import { StartError } from '../operator/start-error.ts';

/** Ids of the facts that the organiser lists. */
export type ListedFacts = readonly string[];

/** The server's side of the comparison. */
export interface OrganiserSet {
  facts: readonly CatalogFact[];
  /** One byte for each slot, 0 or 1. */
  bits: Uint8Array;
}

/** @param listed null: the whole catalog */
export function organiserSet(catalog: Catalog, listed: ListedFacts | null): OrganiserSet {
  const { all } = catalogFacts(catalog);
  const facts = listed === null ? all : all.filter(({ id }) => listed.includes(id));
  const bits = new Uint8Array(SLOT_COUNT);
  for (const { slot } of facts) bits[slot] = 1;
  return { facts, bits };
}

/**
 * Reads a file with an organiser's set (`WAYSTAMP_ORGANISER_SET`): a non-empty JSON list of fact ids.
 *
 * @throws StartError that says what is wrong with the file
 */
export async function listedInFile(path: string, catalog: Catalog): Promise<ListedFacts> {
  try {
    return inOrder(
      catalog,
      factList(catalog)
        .min(1)
        .parse(JSON.parse(await readFile(path, 'utf8'))),
    );
  } catch (cause) {
    throw new StartError(
      `The organiser's set (${path}) must be a JSON list of fact names; ${whyNoSet(cause) ?? 'it is not readable JSON'}.`,
      { cause },
    );
  }
}

/**
 * The set in the database (`organiser_facts`); null, for the whole catalog, when it holds none.
 *
 * @throws StartError that says what is wrong with the rows
 */
export async function listedInDatabase(db: Db, catalog: Catalog): Promise<ListedFacts | null> {
  const rows = await db
    .select({ fact: organiserFacts.fact })
    .from(organiserFacts)
    .orderBy(organiserFacts.fact);
  if (rows.length === 0) return null;
  try {
    return inOrder(catalog, factList(catalog).parse(rows.map(({ fact }) => fact)));
  } catch (cause) {
    throw new StartError(`The organiser's set in the database cannot be used; ${whyNoSet(cause)}.`, {
      cause,
    });
  }
}

/**
 * Replaces the set in the database.
 *
 * @param set null for none, so that the whole catalog counts
 */
export async function publishOrganiserSet(db: Db, listed: ListedFacts | null): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(organiserFacts);
    if (listed !== null) await tx.insert(organiserFacts).values(listed.map((fact) => ({ fact })));
  });
}

function factList(catalog: Catalog) {
  const { byId } = catalogFacts(catalog);
  return z.array(
    z.string().refine((id) => byId.has(id), {
      error: 'not a fact of the catalog, by its kind and key (docs/operating.md shows one)',
    }),
  );
}

/** In catalog order, each once. */
function inOrder(catalog: Catalog, listed: ListedFacts): ListedFacts {
  return organiserSet(catalog, listed).facts.map(({ id }) => id);
}

/** What is wrong with a list, without its other content. Undefined when it is not a list. */
function whyNoSet(error: unknown): string | undefined {
  const [issue] = error instanceof z.ZodError ? error.issues : [];
  if (issue === undefined) return undefined;
  return issue.path.length === 0 ? issue.message : `entry ${issue.path.join('.')}: ${issue.message}`;
}
