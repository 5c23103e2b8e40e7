/** The person's events in the order in which they took place. */
import { atom } from 'jotai';
import type { CatalogEvent } from '../../catalog/schema.ts';
import type { Fact } from '../../worker/contract.ts';
import type { SlotState } from './slot-states.ts';
import { events, facts } from './core.ts';
import { sheet } from './slots.ts';

export interface Stop {
  /** Number from 1 in order of time, shared by map and timeline. */
  number: number;
  fact: Fact;
  event: CatalogEvent;
  /** The state shown by the fact's stamp. */
  state: SlotState;
}

/** Ordered by first day, last day, then catalog order. Facts that do not count are left out. */
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
