import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  CATALOG,
  FACTS,
  SLOT_COUNT,
  catalogSchema,
  factById,
  factBySlot,
  slotOf,
} from '../../../catalog/index.ts';

test('the 28 facts stand in 28 different slots', () => {
  expect(FACTS).toHaveLength(28);
  expect(new Set(FACTS.map((fact) => fact.slot)).size).toBe(28);
  for (const fact of FACTS) {
    expect(factById(fact.id)).toBe(fact);
    expect(factBySlot(fact.slot)).toBe(fact);
  }
});

test('a slot is the whole SHA-256 digest, big-endian, modulo 100', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (subject) => {
      const digest = createHash('sha256').update(subject, 'utf8').digest('hex');
      expect(slotOf(subject)).toBe(Number(BigInt(`0x${digest}`) % BigInt(SLOT_COUNT)));
    }),
  );
});

test('a subject of any length and of broken text has its slot too', () => {
  fc.assert(
    fc.property(fc.constantFrom('', 'é', '🎫', '\uD83D', '\uDC00'), fc.nat(1600), (text, length) => {
      // A surrogate without its other half counts as U+FFFD, as everywhere where text becomes UTF-8.
      const subject = text.padEnd(length, '漢');
      const digest = createHash('sha256').update(subject, 'utf8').digest('hex');
      expect(slotOf(subject)).toBe(Number(BigInt(`0x${digest}`) % BigInt(SLOT_COUNT)));
    }),
  );
});

test('the catalog in the repo is valid', () => {
  expect(catalogSchema.parse(CATALOG)).toEqual(CATALOG);
});
