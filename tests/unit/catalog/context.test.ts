import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { CATALOG, catalogHash, comparisonContext } from '../../../catalog/index.ts';

const HASH = catalogHash(CATALOG);
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

it('hashes the slug, a zero byte and the 32 bytes of the catalog’s hash', () => {
  const { slug } = CATALOG.organiser;
  const expected = createHash('sha256').update(slug).update('\0').update(HASH, 'hex').digest('hex');
  expect(hex(comparisonContext(slug, HASH))).toBe(expected);
});

it('gives the recorded bytes, on which every party must agree', () => {
  expect(hex(comparisonContext('devcon-7', '00'.repeat(31) + 'ff'))).toBe(
    '2d32b994eafcc09feba3b0f7c78a3d97387a7f375ca59310df903ec588d1bf3e',
  );
});

it('differs for every organiser and every catalog', () => {
  const contexts = ['waystamp', 'waystam', 'waystamp2', ''].flatMap((slug) =>
    [HASH, '0'.repeat(64), 'f'.repeat(64)].map((catalog) => hex(comparisonContext(slug, catalog))),
  );
  expect(new Set(contexts).size).toBe(contexts.length);
});

it.each(['', HASH.slice(1), `${HASH}0`, HASH.toUpperCase(), `${HASH.slice(0, -1)}g`, `${HASH}\n`])(
  'refuses %j, which is not a hash',
  (catalog) => {
    expect(() => comparisonContext('waystamp', catalog)).toThrow(TypeError);
  },
);
