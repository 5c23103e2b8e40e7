import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { FACTS, SLOT_COUNT, factById } from '../../catalog/index.ts';
import type { CatalogFact } from '../../catalog/index.ts';
import { StartError } from '../start-error.ts';

const factId = z.string().refine((id) => factById(id) !== undefined, {
  error: 'not a fact of the catalog, e.g. verifiedTravelEvents/devcon',
});
const fileSchema = z.array(factId).min(1);

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
 * Reads `WAYSTAMP_ORGANISER_SET`: a JSON list of fact names.
 *
 * @throws StartError that says what is wrong with the file
 */
export async function readOrganiserSet(path: string | undefined): Promise<OrganiserSet> {
  if (path === undefined) return organiserSet();
  let names: string[];
  try {
    names = fileSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (cause) {
    const [issue] = cause instanceof z.ZodError ? cause.issues : [];
    const reason =
      issue === undefined ? 'it is not readable JSON' : `entry ${issue.path.join('.')}: ${issue.message}`;
    throw new StartError(`WAYSTAMP_ORGANISER_SET (${path}) must be a JSON list of fact names; ${reason}.`, {
      cause,
    });
  }
  return organiserSet(names.flatMap((name) => factById(name) ?? []));
}
