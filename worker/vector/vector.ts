import { factById, SLOT_COUNT, slotOf } from '../../catalog/index.ts';
import type { EventKey, FactId } from '../../catalog/index.ts';
import type { Choices, SlotCounts } from '../contract.ts';
import type { LoggedEvidence } from '../records.ts';
import { countedEvidence } from './counted.ts';

/** The person's side of the comparison (DESIGN 3). */
export interface Vector {
  /** 100 bytes, 0 or 1; the index is the slot. */
  bits: Uint8Array;
  /** For every slot the ids of the mails that set it, each once; empty for a slot that a choice alone has set. */
  mapping: string[][];
}

/** The events that a verified mail supports: these never stand in `selfAttestedEvents` (DESIGN 3). */
export function verifiedEvents(evidence: readonly LoggedEvidence[]): Set<EventKey> {
  return new Set(evidence.filter((entry) => entry.tier === 'verified').map((entry) => entry.event));
}

/**
 * Builds the bit vector of 100 slots and its index mapping (DESIGN 3). Each mail that counts sets the slot of
 * its own subject and the slot of the fact it supports. A verified event sets no self-attested fact: neither
 * an unverified mail nor a tick of the person does.
 *
 * @param evidence the evidence log
 * @param choices interests chosen and events ticked by the person; each sets its fact's slot
 * @param account address of the signed-in account; null counts every mail
 */
export function buildVector(
  evidence: readonly LoggedEvidence[],
  choices: Choices,
  account: string | null,
): Vector {
  const bits = new Uint8Array(SLOT_COUNT);
  const mails = Array.from({ length: SLOT_COUNT }, () => new Set<string>());
  const set = (slot: number, messageId?: string): void => {
    bits[slot] = 1;
    if (messageId !== undefined) mails[slot]?.add(messageId);
  };

  const counted = countedEvidence(evidence, account);
  const verified = verifiedEvents(counted);
  for (const { messageId, event, tier, subject } of counted) {
    set(slotOf(subject), messageId);
    if (tier === 'verified') set(factSlot(`verifiedTravelEvents/${event}`), messageId);
    else if (!verified.has(event)) set(factSlot(`selfAttestedEvents/${event}`), messageId);
  }
  for (const event of choices.events) {
    if (!verified.has(event)) set(factSlot(`selfAttestedEvents/${event}`));
  }
  for (const interest of choices.interests) set(factSlot(`travelInterests/${interest}`));
  return { bits, mapping: mails.map((ids) => Array.from(ids)) };
}

/** How many mails set each slot, for drawing the grid; a slot that a choice alone has set counts 1. */
export function slotCounts({ bits, mapping }: Vector): SlotCounts {
  return mapping.map((ids, slot) => Math.max(ids.length, bits[slot] ?? 0));
}

function factSlot(id: FactId): number {
  const fact = factById(id);
  if (fact === undefined) throw new RangeError(`not a fact: ${id}`);
  return fact.slot;
}
