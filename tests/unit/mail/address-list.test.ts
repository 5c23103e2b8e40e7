import fc from 'fast-check';
import { addressParser } from 'postal-mime';
import { expect, test } from 'vitest';
import { addressesOf } from '../../../mail/header/address-list.ts';
import { recipients } from '../../../mail/header/addresses.ts';

/** What postal-mime reads: the reference for all that is no group in a group. */
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

test('groups in groups, and encoded lists in encoded lists, come to an end', () => {
  expect(addressesOf(`${'a:'.repeat(30_000)}robin@mail.example`)).toEqual(['robin@mail.example']);
  const encoded = (text: string): string => `=?utf-8?B?${btoa(text)}?=`;
  expect(addressesOf(encoded('a: <robin@mail.example>'))).toEqual(['robin@mail.example']);
  expect(addressesOf(encoded(encoded('<robin@mail.example>')))).toEqual([]);
});

test('of a header that names very many, the first are read, in whichever field they stand', () => {
  const to = { name: 'to', line: `To: first@mail.example, ${'x, '.repeat(50_000)} last@mail.example` };
  const cc = { name: 'cc', line: 'Cc: robin@mail.example' };
  expect(recipients([to, cc])).toEqual(['first@mail.example', 'robin@mail.example']);
});
