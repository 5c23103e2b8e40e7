/** The events that the person holds, in the order in which they took place. */
import { atom } from 'jotai';
import type { CatalogEvent } from '../../catalog/schema.ts';
import type { Fact } from '../../worker/contract.ts';
import type { SlotState } from '../parts/SlotSheet.tsx';
import { events, facts } from './core.ts';
import { sheet } from './slots.ts';

export interface Stop {
  /** From 1, in order of time; what the map and the timeline have in common. */
  number: number;
  fact: Fact;
  event: CatalogEvent;
  /** What the fact's stamp shows. */
  state: SlotState;
}

/** By first day, then by last day, then as the catalog lists them. Facts that do not count are left out. */
export const journey = atom<readonly Stop[]>((get) => {
  const states = get(sheet);
  const catalog = new Map<string, CatalogEvent>(get(events).map((event) => [event.key, event]));
  const order = [...catalog.keys()];
  return get(facts)
    .flatMap((fact) => {
      const event = catalog.get(fact.key);
      return event === undefined || !fact.counts ? [] : [{ fact, event }];
    })
    .toSorted(
      ({ event: a }, { event: b }) =>
        a.starts.localeCompare(b.starts) ||
        a.ends.localeCompare(b.ends) ||
        order.indexOf(a.key) - order.indexOf(b.key),
    )
    .map(({ fact, event }, at) => ({
      number: at + 1,
      fact,
      event,
      state: states[fact.slot] ?? 'empty',
    }));
});
