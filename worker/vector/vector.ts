import {
  type Catalog,
  catalogFacts,
  factId,
  type FactList,
  SLOT_COUNT,
  slotOf,
} from '../../catalog/index.ts';
import type { Choices, SlotCounts } from '../contract.ts';
import type { LoggedEvidence } from '../records.ts';
import { countedEvidence } from './counted.ts';

/** The person's side of the comparison. */
export interface Vector {
  /** 100 bytes, 0 or 1; the index is the slot. */
  bits: Uint8Array;
  /** For every slot the ids of the mails that set it, each once; empty for a slot set only by a choice. */
  mapping: string[][];
}

/** The events with a verified mail; these are never in `selfAttestedEvents`. */
export function verifiedEvents(evidence: readonly LoggedEvidence[]): Set<string> {
  return new Set(evidence.filter((entry) => entry.tier === 'verified').map((entry) => entry.event));
}

/**
 * Builds the bit vector of 100 slots and its index mapping. Each mail that counts sets the slot of its own subject and
 * the slot of its fact. For a verified event, neither an unverified mail nor a tick sets the self-attested fact.
 * Findings and choices for other catalogs set nothing.
 *
 * @param evidence the evidence log
 * @param choices interests chosen and events ticked by the person; each sets its fact's slot
 * @param account address of the signed-in account; null counts every mail
 */
export function buildVector(
  evidence: readonly LoggedEvidence[],
  choices: Choices,
  catalog: Catalog,
  account: string | null,
): Vector {
  const facts = catalogFacts(catalog).byId;
  const bits = new Uint8Array(SLOT_COUNT);
  const mails = Array.from({ length: SLOT_COUNT }, () => new Set<string>());
  const set = (slot: number, messageId?: string): void => {
    bits[slot] = 1;
    if (messageId !== undefined) mails[slot]?.add(messageId);
  };
  const setFact = (list: FactList, key: string, messageId?: string): void => {
    const fact = facts.get(factId(list, key));
    if (fact !== undefined) set(fact.slot, messageId);
  };

  const counted = countedEvidence(evidence, account);
  const verified = verifiedEvents(counted);
  for (const { messageId, event, tier, subject } of counted) {
    if (!facts.has(factId('verifiedTravelEvents', event))) continue;
    set(slotOf(subject), messageId);
    if (tier === 'verified') setFact('verifiedTravelEvents', event, messageId);
    else if (!verified.has(event)) setFact('selfAttestedEvents', event, messageId);
  }
  for (const event of choices.events) {
    if (!verified.has(event)) setFact('selfAttestedEvents', event);
  }
  for (const interest of choices.interests) setFact('travelInterests', interest);
  return { bits, mapping: mails.map((ids) => Array.from(ids)) };
}

/** How many mails set each slot, for drawing the grid; a slot set only by a choice counts 1. */
export function slotCounts({ bits, mapping }: Vector): SlotCounts {
  return mapping.map((ids, slot) => Math.max(ids.length, bits[slot] ?? 0));
}
