import { EVENT_KEYS, FACTS, INTEREST_KEYS } from '../../catalog/index.ts';
import type { EventKey, FactId, InterestKey } from '../../catalog/index.ts';

/** A token that came back for a slot: 16 bytes. */
export interface SlotToken {
  slot: number;
  token: Uint8Array;
}

/** Names that both sides hold, each list in catalog order (DESIGN 2). */
export interface Decoded {
  verifiedTravelEvents: EventKey[];
  selfAttestedEvents: EventKey[];
  travelInterests: InterestKey[];
  /** The tokens of these names' slots and of no other: all that disclosure can ever send. */
  tokens: SlotToken[];
}

/**
 * Decodes a comparison strictly (DESIGN 3): a matched slot yields a name only if the device itself holds
 * that fact. A match anywhere else (a collision of subjects, a server that lists slots of no fact) yields
 * nothing, and nothing that is done afterwards depends on it (DESIGN 6).
 *
 * @param matches one byte a slot, 1 where both sides have it
 * @param tokens 16 bytes a slot
 * @param held the facts that counted when the vector was built
 */
export function decode(matches: Uint8Array, tokens: Uint8Array, held: ReadonlySet<FactId>): Decoded {
  const shared = new Map<FactId, number>(
    FACTS.filter(({ id, slot }) => held.has(id) && matches[slot] === 1).map(({ id, slot }) => [id, slot]),
  );
  // Verified wins: an event that the device holds as verified never stands among the self-attested.
  for (const key of EVENT_KEYS) {
    if (held.has(`verifiedTravelEvents/${key}`)) shared.delete(`selfAttestedEvents/${key}`);
  }
  const size = tokens.length / matches.length;
  return {
    verifiedTravelEvents: EVENT_KEYS.filter((key) => shared.has(`verifiedTravelEvents/${key}`)),
    selfAttestedEvents: EVENT_KEYS.filter((key) => shared.has(`selfAttestedEvents/${key}`)),
    travelInterests: INTEREST_KEYS.filter((key) => shared.has(`travelInterests/${key}`)),
    tokens: [...shared.values()].map((slot) => ({
      slot,
      token: tokens.slice(slot * size, (slot + 1) * size),
    })),
  };
}
