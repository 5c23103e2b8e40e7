import { CATALOG, catalogHash, comparisonContext } from '../../../catalog/index.ts';

/** The context of comparisons in tests: the built-in organiser and its catalog in the repo. */
export const ASKED = { organiser: CATALOG.organiser.slug, catalog: catalogHash(CATALOG) };

export const CONTEXT = comparisonContext(ASKED.organiser, ASKED.catalog);
