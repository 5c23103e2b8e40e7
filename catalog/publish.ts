import { factNames } from './facts.ts';
import type { Catalog, CatalogDraft } from './schema.ts';
import { slotOf } from './slot.ts';

/**
 * Fixes the subjects of a draft's facts: in catalog order, each with the smallest counter that gives it a free slot.
 *
 * @param draft a valid draft (`draftSchema`)
 * @param kept subjects that stay as they are
 */
export function publishable(draft: CatalogDraft, kept: Catalog['facts'] = []): Catalog {
  const ids = factNames(draft).map(({ id }) => id);
  const subjects = new Map(kept.filter(({ id }) => ids.includes(id)).map(({ id, subject }) => [id, subject]));
  const taken = new Set([...subjects.values()].map(slotOf));
  const facts = ids.map((id) => {
    const subject = subjects.get(id) ?? freeSubject(draft.organiser.slug, id, taken);
    taken.add(slotOf(subject));
    return { id, subject };
  });
  return { ...draft, facts };
}

function freeSubject(slug: string, id: string, taken: ReadonlySet<number>): string {
  for (let counter = 0; ; counter += 1) {
    const subject = `${slug}/${counter}/${id}`;
    if (!taken.has(slotOf(subject))) return subject;
  }
}
