/** The attestation rule (docs/evidence.md) for every name and word of the catalog, in every form of writing. */
import { describe, expect, test } from 'vitest';
import { CATALOG } from '../../../catalog/index.ts';
import { BOOKING_WORDS } from '../../../catalog/booking-words.ts';
import { PRESENCE_WORDS } from '../../../catalog/presence-words.ts';
import { foldText } from '../../../worker/evidence/folding.ts';
import { createClassifier } from '../../../worker/evidence/index.ts';
import { withPrefixes } from '../../../worker/evidence/keyword-usage.ts';

const classifier = createClassifier(CATALOG);
const attest = (...parts: string[]): string[] => classifier.attest({ subject: '', body: '', parts });
const { events } = CATALOG;

describe.each(events.map(({ key, names }) => [key, names] as const))('%s', (key, names) => {
  test('is attested by each of its names with a booking word and a presence word', () => {
    for (const name of names) expect(attest(name, 'RSVP', 'venue')).toEqual([key]);
  });

  test('is not attested by any of its names with all presence words and no booking word', () => {
    for (const name of names) expect(attest(name, ...PRESENCE_WORDS)).toEqual([]);
  });

  test('is not attested by any of its names with all booking words and no presence word', () => {
    for (const name of names) expect(attest(name, ...BOOKING_WORDS)).toEqual([]);
  });
});

test('no event is attested by all booking and all presence words without a name', () => {
  expect(attest(...BOOKING_WORDS, ...PRESENCE_WORDS)).toEqual([]);
});

test('no word is in both lists, in any form', () => {
  const presence = new Set(PRESENCE_WORDS.map(foldText).flatMap(withPrefixes));
  expect(
    BOOKING_WORDS.map(foldText)
      .flatMap(withPrefixes)
      .filter((word) => presence.has(word)),
  ).toEqual([]);
});

/** The same text as different programs, keyboards and people write it. */
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
    expect(
      BOOKING_WORDS.filter((word) => attest('Devcon', write(word), 'venue').join() !== 'devcon'),
    ).toEqual([]);
  });

  test('every presence word counts as presence', () => {
    expect(
      PRESENCE_WORDS.filter((word) => attest('Devcon', 'RSVP', write(word)).join() !== 'devcon'),
    ).toEqual([]);
  });
});

test('no word of a script with spaces counts inside a longer word', () => {
  const spaced = /^[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{P}\p{Zs}\p{N}]+$/u;
  const inside = (word: string): string => `x${word}x`;
  expect(attest('Devcon', ...BOOKING_WORDS.filter((word) => spaced.test(word)).map(inside), 'venue')).toEqual(
    [],
  );
  expect(attest('Devcon', 'RSVP', ...PRESENCE_WORDS.filter((word) => spaced.test(word)).map(inside))).toEqual(
    [],
  );
  for (const { names } of events) expect(attest(...names.map(inside), 'RSVP', 'venue')).toEqual([]);
});
