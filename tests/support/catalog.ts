/** The built-in catalog by its facts. */
import { CATALOG, catalogFacts } from '../../catalog/index.ts';
import type { CatalogFact, OrganiserName } from '../../catalog/index.ts';

export const { all: FACTS } = catalogFacts(CATALOG);

export const EVENT_KEYS: readonly string[] = CATALOG.events.map(({ key }) => key);
export const INTEREST_KEYS: readonly string[] = CATALOG.interests.map(({ key }) => key);

/** The fact with this id; throws when there is none. */
export function factById(id: string): CatalogFact {
  const fact = catalogFacts(CATALOG).byId.get(id);
  if (fact === undefined) throw new Error(`There is no fact ${id}.`);
  return fact;
}

const { slug, name } = CATALOG.organiser;
/** The built-in organiser as records name it. */
export const ORGANISER: OrganiserName = { slug, name };
