import { type Catalog, catalogFacts, factId } from '../../catalog/index.ts';

/** A token that came back for a slot: 16 bytes. */
export interface SlotToken {
  slot: number;
  token: Uint8Array;
}

/** Keys that both sides hold, each list in catalog order. */
export interface Decoded {
  verifiedTravelEvents: string[];
  selfAttestedEvents: string[];
  travelInterests: string[];
  /** The tokens of these names' slots and of no other: all that disclosure can ever send. */
  tokens: SlotToken[];
}

/**
 * Decodes a comparison strictly: a matched slot yields a key only if the device itself holds that fact. A match
 * anywhere else (two subjects with the same slot, a server that lists slots of no fact) yields nothing, and nothing
 * that happens afterwards depends on it (`psi-wasm/SECURITY.md`).
 *
 * @param matches one byte a slot, 1 where both sides have it
 * @param tokens 16 bytes a slot
 * @param held ids of the facts that counted when the vector was built
 */
export function decode(
  matches: Uint8Array,
  tokens: Uint8Array,
  catalog: Catalog,
  held: ReadonlySet<string>,
): Decoded {
  // Verified wins: an event that the device holds as verified never stands among the self-attested.
  const shared = catalogFacts(catalog).all.filter(
    ({ id, list, key, slot }) =>
      held.has(id) &&
      matches[slot] === 1 &&
      (list !== 'selfAttestedEvents' || !held.has(factId('verifiedTravelEvents', key))),
  );
  const keysOf = (wanted: string): string[] =>
    shared.filter(({ list }) => list === wanted).map(({ key }) => key);
  const size = tokens.length / matches.length;
  return {
    verifiedTravelEvents: keysOf('verifiedTravelEvents'),
    selfAttestedEvents: keysOf('selfAttestedEvents'),
    travelInterests: keysOf('travelInterests'),
    tokens: shared.map(({ slot }) => ({ slot, token: tokens.slice(slot * size, (slot + 1) * size) })),
  };
}
