/** The current sheet of 100 slots, derived from the worker's state. */
import { atom } from 'jotai';
import type { FactList } from '../../catalog/facts.ts';
import type { Fact } from '../../worker/contract.ts';
import { slotStates } from './slot-states.ts';
import { askedFacts, facts, result, slots } from './core.ts';
import { shownFacts } from './shown.ts';

/** What each slot shows. */
export const sheet = atom((get) =>
  slotStates(get(askedFacts), get(slots), get(facts), get(result), get(shownFacts).keys()),
);

/** A fact of the catalog that nothing on this device supports. */
export interface AbsentFact {
  list: FactList;
  name: string;
  /** True when the device holds the same event as verified, so that it is in no other list. */
  heldAsVerified: boolean;
}

/** What a slot stands for: a fact that the device holds, one of the catalog that it does not, or no fact at all. */
export interface SlotMeaning {
  fact: Fact | null;
  absent: AbsentFact | null;
}

/** Tells what a slot stands for. A fact that does not count is not held. */
export const slotMeanings = atom((get) => {
  const own = get(facts).filter((fact) => fact.counts);
  const held = new Map(own.map((fact) => [fact.slot, fact]));
  const { bySlot } = get(askedFacts);
  return (slot: number): SlotMeaning => {
    const fact = held.get(slot) ?? null;
    const listed = bySlot.get(slot);
    if (fact !== null || listed === undefined) return { fact, absent: null };
    const heldAsVerified = own.some(({ key, list }) => key === listed.key && list === 'verifiedTravelEvents');
    return { fact, absent: { list: listed.list, name: listed.name, heldAsVerified } };
  };
});

/** Facts that went into the last comparison. */
export const comparedFacts = atom<ReadonlySet<string>>((get) => new Set(get(result)?.compared));
