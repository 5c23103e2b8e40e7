import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CATALOG,
  catalogFacts,
  catalogSchema,
  draftSchema,
  publishable,
  slotOf,
} from '../../../catalog/index.ts';
import type { CatalogDraft } from '../../../catalog/index.ts';
import { LAKESIDE, LAKESIDE_DRAFT } from '../../support/lakeside.ts';

/** A draft with this many events and interests. */
function draft(events: number, interests: number): CatalogDraft {
  const [event] = LAKESIDE_DRAFT.events;
  if (event === undefined) throw new Error('there is no event');
  return {
    ...LAKESIDE_DRAFT,
    events: Array.from({ length: events }, (_, at) => ({ ...event, key: `event${at}` })),
    interests: Array.from({ length: interests }, (_, at) => ({ key: `interest${at}`, name: `no. ${at}` })),
  };
}

describe('publishing', () => {
  it('gives each fact in turn the smallest counter whose slot is free', () => {
    const taken = new Set<number>();
    for (const { id, subject, slot } of catalogFacts(LAKESIDE).all) {
      const counter = Number(subject.split('/')[1]);
      for (let smaller = 0; smaller < counter; smaller += 1) {
        expect(taken).toContain(slotOf(`lakeside/${smaller}/${id}`));
      }
      expect(subject).toBe(`lakeside/${counter}/${id}`);
      taken.add(slot);
    }
    expect(taken.size).toBe(7);
  });

  it('makes a valid catalog from any draft within the limits, even with a fact in every slot', () => {
    const size = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 20 }));
    fc.assert(
      fc.property(size, ([events, interests]) => {
        const published = publishable(draftSchema.parse(draft(events, interests)));
        expect(catalogSchema.parse(published)).toEqual(published);
        expect(catalogFacts(published).bySlot.size).toBe(2 * events + interests);
      }),
      { numRuns: 20, examples: [[[40, 20]]] },
    );
  });

  it('keeps the given subjects for facts that still exist', () => {
    const more = { ...CATALOG, events: [...LAKESIDE_DRAFT.events, ...CATALOG.events.slice(3)] };
    const published = publishable(more, CATALOG.facts);
    expect(catalogSchema.parse(published)).toEqual(published);
    const before = new Map(CATALOG.facts.map(({ id, subject }) => [id, subject]));
    const kept = published.facts.filter(({ id }) => before.has(id));
    expect(kept).toHaveLength(28 - 2 * 3);
    for (const { id, subject } of kept) expect(subject).toBe(before.get(id));
    expect(publishable(CATALOG, CATALOG.facts)).toEqual(CATALOG);
  });
});
