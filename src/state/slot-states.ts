import { type CatalogFacts, factId, FACT_LISTS } from '../../catalog/facts.ts';
import { SLOT_COUNT } from '../../catalog/slot.ts';
import type { ComparisonResult, Fact, SlotCounts } from '../../worker/contract.ts';

/** What a slot of the sheet shows; shapes as well as colours tell them apart. */
export type SlotState = 'empty' | 'own' | 'pencil' | 'shared' | 'shown';

/**
 * What each of the 100 slots shows: set by mail, marked by the person, on both lists, or shown; the later state
 * covers the earlier one.
 */
export function slotStates(
  { byId }: CatalogFacts,
  slots: SlotCounts,
  facts: readonly Fact[],
  result: ComparisonResult | null,
  shown: Iterable<string>,
): SlotState[] {
  const states = Array.from({ length: SLOT_COUNT }, (_, slot): SlotState =>
    (slots[slot] ?? 0) > 0 ? 'own' : 'empty',
  );
  for (const fact of facts) if (fact.origin === 'person') states[fact.slot] = 'pencil';
  for (const id of sharedIds(result)) {
    const slot = byId.get(id)?.slot;
    if (slot !== undefined) states[slot] = 'shared';
  }
  for (const id of shown) {
    const slot = byId.get(id)?.slot;
    if (slot !== undefined) states[slot] = 'shown';
  }
  return states;
}

/** The facts that both sides hold, as ids. */
export function sharedIds(result: ComparisonResult | null): string[] {
  if (result === null) return [];
  return FACT_LISTS.flatMap((list) => result[list].map((key) => factId(list, key)));
}
