import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CATALOG, SLOT_COUNT, slotOf } from '../../../catalog/index.ts';
import { decode } from '../../../worker/compare/decode.ts';
import { EVENT_KEYS, FACTS, INTEREST_KEYS, factById } from '../../support/catalog.ts';

const TOKEN_BYTES = 16;

/** Tokens that contain the number of their slot. */
const TOKENS = Uint8Array.from({ length: SLOT_COUNT * TOKEN_BYTES }, (_, index) =>
  Math.floor(index / TOKEN_BYTES),
);
const ALL_ONES = new Uint8Array(SLOT_COUNT).fill(1);

function slot(id: string): number {
  return factById(id)?.slot ?? Number.NaN;
}
function matching(...slots: number[]): Uint8Array {
  const matches = new Uint8Array(SLOT_COUNT);
  for (const index of slots) matches[index] = 1;
  return matches;
}
const ids = fc.uniqueArray(fc.constantFrom(...FACTS.map((fact) => fact.id)));

describe('strict decoding', () => {
  it('names a fact that both sides hold, with its own token', () => {
    const decoded = decode(
      matching(slot('verifiedTravelEvents/devcon'), slot('travelInterests/bars')),
      TOKENS,
      CATALOG,
      new Set<string>(['verifiedTravelEvents/devcon', 'travelInterests/bars', 'selfAttestedEvents/dweb']),
    );
    expect(decoded.verifiedTravelEvents).toEqual(['devcon']);
    expect(decoded.selfAttestedEvents).toEqual([]);
    expect(decoded.travelInterests).toEqual(['bars']);
    expect(decoded.tokens.toSorted((a, b) => a.slot - b.slot)).toEqual(
      [slot('verifiedTravelEvents/devcon'), slot('travelInterests/bars')]
        .toSorted((a, b) => a - b)
        .map((index) => ({ slot: index, token: new Uint8Array(TOKEN_BYTES).fill(index) })),
    );
  });

  it('gives at most the device’s own facts when the server claims every slot', () => {
    fc.assert(
      fc.property(ids, (chosen) => {
        const held = new Set(chosen);
        const decoded = decode(ALL_ONES, TOKENS, CATALOG, held);
        expect(decoded.verifiedTravelEvents).toEqual(
          EVENT_KEYS.filter((key) => held.has(`verifiedTravelEvents/${key}`)),
        );
        expect(decoded.selfAttestedEvents).toEqual(
          EVENT_KEYS.filter(
            (key) => held.has(`selfAttestedEvents/${key}`) && !held.has(`verifiedTravelEvents/${key}`),
          ),
        );
        expect(decoded.travelInterests).toEqual(
          INTEREST_KEYS.filter((key) => held.has(`travelInterests/${key}`)),
        );
        const names =
          decoded.verifiedTravelEvents.length +
          decoded.selfAttestedEvents.length +
          decoded.travelInterests.length;
        expect(decoded.tokens).toHaveLength(names);
      }),
    );
  });

  it('yields nothing for a device that holds nothing, whatever the server claims', () => {
    expect(decode(ALL_ONES, TOKENS, CATALOG, new Set())).toEqual({
      verifiedTravelEvents: [],
      selfAttestedEvents: [],
      travelInterests: [],
      tokens: [],
    });
  });

  it('never turns a collision between a mail subject and a fact into a match', () => {
    // A subject whose slot is also the slot of a fact that the device does not hold.
    const target = slot('verifiedTravelEvents/edcon');
    const subject = Array.from({ length: 10_000 }, (_, index) => `Lunch on day ${index}?`).find(
      (text) => slotOf(text) === target,
    );
    expect(subject).toBeDefined();
    const decoded = decode(matching(target), TOKENS, CATALOG, new Set<string>(['selfAttestedEvents/devcon']));
    expect(decoded.verifiedTravelEvents).toEqual([]);
    expect(decoded.tokens).toEqual([]);
  });

  it('ignores matches in slots without a fact', () => {
    const facts = new Set(FACTS.map((fact) => fact.slot));
    const others = Array.from({ length: SLOT_COUNT }, (_, index) => index).filter(
      (index) => !facts.has(index),
    );
    expect(others).toHaveLength(SLOT_COUNT - FACTS.length);
    const held = new Set(FACTS.map((fact) => fact.id));
    expect(decode(matching(...others), TOKENS, CATALOG, held).tokens).toEqual([]);
  });

  it('puts an event in one list only: verified wins', () => {
    const held = new Set<string>(['verifiedTravelEvents/ethCC', 'selfAttestedEvents/ethCC']);
    const both = decode(ALL_ONES, TOKENS, CATALOG, held);
    expect(both.verifiedTravelEvents).toEqual(['ethCC']);
    expect(both.selfAttestedEvents).toEqual([]);
    // Nor does the event fall back to the weaker list when the server lists only that slot.
    const weaker = decode(matching(slot('selfAttestedEvents/ethCC')), TOKENS, CATALOG, held);
    expect(weaker.selfAttestedEvents).toEqual([]);
  });
});
