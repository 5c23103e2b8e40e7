import { EVENTS } from './events.ts';
import { factNames } from './facts.ts';
import type { Catalog, CatalogDraft, Operator } from './schema.ts';
import { BUILT_IN_SLUG } from './slug.ts';

/** The counter for which the 28 subjects of the built-in catalog have 28 different slots. */
const COUNTER = 7;

const ASKED: CatalogDraft = {
  organiser: {
    slug: BUILT_IN_SLUG,
    name: 'Waystamp',
    contact: null,
    purpose: 'To see who took part in which of these gatherings, and what they like to do on the road.',
    retentionDays: 365,
    proofPolicy: 'word',
  },
  events: EVENTS,
  interests: [
    { key: 'running', name: 'running' },
    { key: 'clubsRaves', name: 'clubs/raves' },
    { key: 'bars', name: 'bars' },
    { key: 'natureHikes', name: 'nature/hikes' },
    { key: 'karaoke', name: 'karaoke' },
    { key: 'wandering', name: 'wandering' },
  ],
};

/** The catalog in the repo. */
export const CATALOG: Catalog = {
  ...ASKED,
  facts: factNames(ASKED).map(({ id }) => ({
    id,
    subject: `${ASKED.organiser.slug}/${COUNTER}/${id}`,
  })),
};

/** The catalog in the repo as an installation publishes it, in the operator's name. */
export function builtInCatalog(operator: Operator): Catalog {
  return { ...CATALOG, organiser: { ...CATALOG.organiser, ...operator } };
}
