import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { FACTS, SLOT_COUNT, factById } from '../../catalog/index.ts';
import type { CatalogFact } from '../../catalog/index.ts';
import type { Db } from '../database/db.ts';
import { organiserFacts } from '../database/schema.ts';
import { StartError } from '../start-error.ts';

const factId = z.string().refine((id) => factById(id) !== undefined, {
  error: 'not a fact of the catalog, by its kind and key (the README shows one)',
});
const factList = z.array(factId);

/** What the organiser lists: the server's side of the comparison. */
export interface OrganiserSet {
  facts: readonly CatalogFact[];
  /** One byte a slot, 0 or 1. */
  bits: Uint8Array;
}

/** @param facts the whole catalog when left out */
export function organiserSet(facts: readonly CatalogFact[] = FACTS): OrganiserSet {
  const bits = new Uint8Array(SLOT_COUNT);
  for (const { slot } of facts) bits[slot] = 1;
  return { facts, bits };
}

/**
 * Reads a file with an organiser's set (`WAYSTAMP_ORGANISER_SET`): a JSON list of fact names, not an empty one.
 *
 * @throws StartError that says what is wrong with the file
 */
export async function organiserSetOfFile(path: string): Promise<OrganiserSet> {
  try {
    return namedSet(factList.min(1).parse(JSON.parse(await readFile(path, 'utf8'))));
  } catch (cause) {
    throw new StartError(
      `The organiser's set (${path}) must be a JSON list of fact names; ${whyNoSet(cause) ?? 'it is not readable JSON'}.`,
      { cause },
    );
  }
}

/**
 * The set in the database (`organiser_facts`); the whole catalog when it holds none.
 *
 * @throws StartError that says what is wrong with the rows
 */
export async function organiserSetOfDatabase(db: Db): Promise<OrganiserSet> {
  const rows = await db
    .select({ fact: organiserFacts.fact })
    .from(organiserFacts)
    .orderBy(organiserFacts.fact);
  if (rows.length === 0) return organiserSet();
  try {
    return namedSet(factList.parse(rows.map(({ fact }) => fact)));
  } catch (cause) {
    throw new StartError(`The organiser's set in the database cannot be used; ${whyNoSet(cause)}.`, {
      cause,
    });
  }
}

/** Puts a set into the database in place of the one there. @param set null: none, so the whole catalog counts */
export async function publishOrganiserSet(db: Db, set: OrganiserSet | null): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(organiserFacts);
    if (set !== null) await tx.insert(organiserFacts).values(set.facts.map(({ id }) => ({ fact: id })));
  });
}

/** In catalog order, each once. */
function namedSet(names: readonly string[]): OrganiserSet {
  return organiserSet(FACTS.filter(({ id }) => names.includes(id)));
}

/** What is wrong with a list; never what else it holds. Undefined when it is no list at all. */
function whyNoSet(error: unknown): string | undefined {
  const [issue] = error instanceof z.ZodError ? error.issues : [];
  if (issue === undefined) return undefined;
  return issue.path.length === 0 ? issue.message : `entry ${issue.path.join('.')}: ${issue.message}`;
}
