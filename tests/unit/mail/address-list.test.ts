import fc from 'fast-check';
import { addressParser } from 'postal-mime';
import { expect, test, vi } from 'vitest';
import { addressesOf } from '../../../mail/header/address-list.ts';
import { recipients } from '../../../mail/header/addresses.ts';

/** postal-mime's result, the reference for everything except nested groups. */
function reference(value: string): string[] {
  return addressParser(value, { flatten: true }).flatMap(({ address }) =>
    address?.includes('@') === true ? [address] : [],
  );
}

test.each([
  ['robin@mail.example', ['robin@mail.example']],
  ['Robin Keller <robin@mail.example>, "Ann, B." <ann@b.example>', ['robin@mail.example', 'ann@b.example']],
  ['robin@mail.example (Robin, at work)', ['robin@mail.example']],
  ['robin(comment)@mail.example', ['robin@mail.example']],
  [
    'Friends: robin@mail.example, Ann <ann@b.example>; c@d.example',
    ['robin@mail.example', 'ann@b.example', 'c@d.example'],
  ],
  ['undisclosed-recipients:;', []],
  ['"trap@evil.example" <robin@mail.example>', ['robin@mail.example']],
  ['"trap@evil.example" robin@mail.example', ['robin@mail.example']],
  ['=?utf-8?Q?J=C3=BCrg_=3Crobin=40mail.example=3E?=', ['robin@mail.example']],
  ['=?utf-8?Q?J=C3=BCrg?= <robin@mail.example>', ['robin@mail.example']],
  ['Robin <<robin@mail.example>', ['robin@mail.example']],
  ['see robin@mail.example.', ['robin@mail.example']],
  ['', []],
])('the addresses of %s', (value, expected) => {
  expect(addressesOf(value)).toEqual(reference(value));
  expect(addressesOf(value)).toEqual(expected);
});

test('generated lists are read as postal-mime reads them', () => {
  const piece = fc.constantFrom(
    'robin@mail.example',
    '<ann@b.example>',
    'Robin',
    '"a, b"',
    '"x@y.example"',
    '(note)',
    '(a@b.example)',
    ' ',
    ',',
    ', ',
    '\t',
    '=?utf-8?Q?J=C3=BC?=',
    '@',
    '.',
    '\\',
    "o'neil@mail.example",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const value = pieces.join('');
      expect(addressesOf(value)).toEqual(reference(value));
    }),
    { numRuns: 3_000, seed: 15 },
  );
});

test('deeply nested groups and encoded lists are read to the end', () => {
  expect(addressesOf(`${'a:'.repeat(30_000)}robin@mail.example`)).toEqual(['robin@mail.example']);
  const encoded = (text: string): string => `=?utf-8?B?${btoa(text)}?=`;
  expect(addressesOf(encoded('a: <robin@mail.example>'))).toEqual(['robin@mail.example']);
  expect(addressesOf(encoded(encoded('<robin@mail.example>')))).toEqual([]);
});

test('only the first addresses of a very long header are read, and the other fields still count', () => {
  const to = { name: 'to', line: `To: first@mail.example, ${'x, '.repeat(50_000)} last@mail.example` };
  const cc = { name: 'cc', line: 'Cc: robin@mail.example' };
  expect(recipients([to, cc])).toEqual(['first@mail.example', 'robin@mail.example']);
});

test('an address that is too long to be one is not folded', () => {
  const marks = '\u0301\u0316'.repeat(15_000);
  const written = Buffer.from(`a${marks}@mail.example, Robin@mail.example`).toString('latin1');
  const normalized = vi.spyOn(String.prototype, 'normalize');
  expect(recipients([{ name: 'to', line: `To: ${written}` }])).toEqual(['robin@mail.example']);
  const lengths = normalized.mock.contexts.map((text) => String(text).length);
  normalized.mockRestore();
  expect(lengths).toEqual(['Robin@mail.example'.length]);
});
