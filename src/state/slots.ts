/** The sheet of 100 slots as it stands (DESIGN 3): derived from what the worker told. */
import { atom } from 'jotai';
import { factBySlot, INTEREST_NAMES, type FactId, type FactList } from '../../catalog/facts.ts';
import type { Fact } from '../../worker/contract.ts';
import { slotStates } from '../parts/slot-states.ts';
import { events, facts, result, slots } from './core.ts';
import { shownFacts } from './shown.ts';

/** What each slot shows. */
export const sheet = atom((get) => slotStates(get(slots), get(facts), get(result), get(shownFacts).keys()));

/** A fact of the catalog that nothing on this device supports. */
export interface AbsentFact {
  list: FactList;
  name: string;
  /** True when the device holds the same event as verified: it then stands in no other list (DESIGN 3). */
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
  const names = new Map<string, string>(get(events).map(({ key, name }) => [key, name]));
  const interests = new Map<string, string>(Object.entries(INTEREST_NAMES));
  return (slot: number): SlotMeaning => {
    const fact = held.get(slot) ?? null;
    const listed = factBySlot(slot);
    if (fact !== null || listed === undefined) return { fact, absent: null };
    const name = names.get(listed.key) ?? interests.get(listed.key) ?? listed.key;
    const heldAsVerified = own.some(({ key, list }) => key === listed.key && list === 'verifiedTravelEvents');
    return { fact, absent: { list: listed.list, name, heldAsVerified } };
  };
});

/** Facts that went into the last comparison. */
export const comparedFacts = atom<ReadonlySet<FactId>>((get) => new Set(get(result)?.compared));
