/** Slots by meaning. */
import { SLOT_COUNT, slotOf } from '../../../catalog/index.ts';
import { FACTS, factById } from '../catalog.ts';

export function slotOfFact(id: string): number {
  const fact = factById(id);
  if (fact === undefined) throw new Error(`There is no fact ${id}.`);
  return fact.slot;
}

export const EVERY_SLOT: readonly number[] = Array.from({ length: SLOT_COUNT }, (_, slot) => slot);

/** Slots without a fact. A mail's own subject may set them. */
export const FREE_SLOTS: readonly number[] = EVERY_SLOT.filter(
  (slot) => !FACTS.some((fact) => fact.slot === slot),
);

/** A vector with these slots set. */
export function bitsOf(slots: readonly number[]): Uint8Array {
  const bits = new Uint8Array(SLOT_COUNT);
  for (const slot of slots) bits[slot] = 1;
  return bits;
}

/** The slots that are set in a vector, ascending. */
export function slotsOf(bits: Uint8Array): number[] {
  return [...bits.keys()].filter((slot) => bits[slot] === 1);
}

/** A subject about Devcon with this slot. */
export function subjectIn(slot: number): string {
  for (let number = 1; ; number += 1) {
    const subject = `Your Devcon ticket no. ${number}`;
    if (slotOf(subject) === slot) return subject;
  }
}
