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
} from '../../catalog/index.ts';

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

test('the catalog in the repo is valid', () => {
  expect(catalogSchema.parse(CATALOG)).toEqual(CATALOG);
});
