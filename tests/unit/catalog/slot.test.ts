import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SLOT_COUNT, slotOf } from '../../../catalog/index.ts';

test('a slot is the whole SHA-256 digest, big-endian, modulo 100', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (subject) => {
      const digest = createHash('sha256').update(subject, 'utf8').digest('hex');
      expect(slotOf(subject)).toBe(Number(BigInt(`0x${digest}`) % BigInt(SLOT_COUNT)));
    }),
  );
});

test('subjects of any length and with invalid text have slots too', () => {
  fc.assert(
    fc.property(fc.constantFrom('', 'é', '🎫', '\uD83D', '\uDC00'), fc.nat(1600), (text, length) => {
      // A lone surrogate becomes U+FFFD, as in every conversion to UTF-8.
      const subject = text.padEnd(length, '漢');
      const digest = createHash('sha256').update(subject, 'utf8').digest('hex');
      expect(slotOf(subject)).toBe(Number(BigInt(`0x${digest}`) % BigInt(SLOT_COUNT)));
    }),
  );
});
