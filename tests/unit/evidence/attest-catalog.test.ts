/** The rule of attestation (DESIGN 4) for every name and every word of the catalog, in every form of writing. */
import { describe, expect, test } from 'vitest';
import { CATALOG, type EventKey } from '../../../catalog/index.ts';
import { createClassifier } from '../../../worker/evidence/index.ts';

const classifier = createClassifier(CATALOG);
const attest = (...parts: string[]): EventKey[] => classifier.attest({ subject: '', body: '', parts });
const { bookingWords, presenceWords, events } = CATALOG;

describe.each(events.map(({ key, names }) => [key, names] as const))('%s', (key, names) => {
  test('is attested by each of its names, with a booking word and a presence word', () => {
    for (const name of names) expect(attest(name, 'RSVP', 'venue')).toEqual([key]);
  });

  test('is not attested by any of its names with all presence words and no booking word', () => {
    for (const name of names) expect(attest(name, ...presenceWords)).toEqual([]);
  });

  test('is not attested by any of its names with all booking words and no presence word', () => {
    for (const name of names) expect(attest(name, ...bookingWords)).toEqual([]);
  });
});

test('no event is attested by all booking and all presence words without a name', () => {
  expect(attest(...bookingWords, ...presenceWords)).toEqual([]);
});

/** The same text as other programs, keyboards and people write it. */
const FORMS: [string, (text: string) => string][] = [
  ['as it stands', (text) => text],
  ['in capitals', (text) => text.toUpperCase()],
  ['in small letters', (text) => text.toLowerCase()],
  ['decomposed', (text) => text.normalize('NFD')],
  [
    'in full width',
    (text) => text.replaceAll(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)),
  ],
  ['with zero-width spaces', (text) => text.replaceAll(/(?<=\p{L})(?=\p{L})/gu, '\u200B')],
  ['within direction marks', (text) => `\u202B${text}\u202C`],
  ['in brackets and quotation marks', (text) => `(“${text}”)`],
];

describe.each(FORMS)('%s', (_, write) => {
  test('every booking word books', () => {
    expect(bookingWords.filter((word) => attest('Devcon', write(word), 'venue').join() !== 'devcon')).toEqual(
      [],
    );
  });

  test('every presence word tells of presence', () => {
    expect(presenceWords.filter((word) => attest('Devcon', 'RSVP', write(word)).join() !== 'devcon')).toEqual(
      [],
    );
  });
});

test('no word of a script with spaces counts inside a longer word', () => {
  const spaced = /^[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{P}\p{Zs}\p{N}]+$/u;
  const inside = (word: string): string => `x${word}x`;
  expect(attest('Devcon', ...bookingWords.filter((word) => spaced.test(word)).map(inside), 'venue')).toEqual(
    [],
  );
  expect(attest('Devcon', 'RSVP', ...presenceWords.filter((word) => spaced.test(word)).map(inside))).toEqual(
    [],
  );
  for (const { names } of events) expect(attest(...names.map(inside), 'RSVP', 'venue')).toEqual([]);
});
