import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText, foldingSteps } from '../../../worker/evidence/folding.ts';
import { atOnce } from '../../../mail/slices.ts';

/** Folds a whole text at once, straight from the definition. */
function reference(text: string): string {
  const letters: Record<string, string> = {
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    đ: 'd',
    ł: 'l',
    ı: 'i',
    ς: 'σ',
  };
  const arabic: Record<string, string> = { ة: 'ه', ى: 'ي', ی: 'ي', ک: 'ك' };
  return text
    .replaceAll(/[\uFDFA\uFDFB]/g, ' ')
    .replaceAll(/[\u0640\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F\u0591-\u05C7\u064B-\u065F\u0670]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/./gsu, (letter) => letters[letter] ?? arabic[letter] ?? letter);
}

const PIECES = [
  'Devcon',
  'ÜBER',
  'ẞ',
  'İstanbul',
  'ΣΟΦΟΣ',
  'ﬁn',
  'Ｄｅｖ',
  'e\u0301',
  'ｶﾞ',
  'か\u3099',
  'ㅎㅏㄴ',
  '한글',
  '한\u11A8',
  'ซื้อ',
  'हिन्दी',
  'क\u093C',
  'مهـملات',
  'שָׁלוֹם',
  '𝔇𝔢𝔳',
  '👩\u200D💻',
  '\u00AD',
  ' ',
  '\n',
  '’',
  '\uD800',
  '㌢',
  '½',
];

test('text folds the same character by character as all at once', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 10 }), (pieces) => {
      const text = pieces.join('');
      expect(foldText(text)).toBe(reference(text));
    }),
    { numRuns: 3_000, seed: 4 },
  );
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
      expect(foldText(text)).toBe(reference(text));
    }),
    { numRuns: 3_000, seed: 5 },
  );
});

test('text folds the same in steps as all at once, wherever a step ends', () => {
  for (const unit of ['Größe 한글 か\u3099 ', '漢字', '👩', 'e\u0301'.repeat(7)]) {
    const text = unit.repeat(200_000 / unit.length);
    const steps = [...foldingSteps(text)].length;
    expect(steps).toBeGreaterThan(2);
    const folded = atOnce(foldingSteps(text));
    expect(folded).toBe(foldText(text));
  }
});

test('marks in a row are kept up to the number that any writing uses', () => {
  expect(foldText(`ก${'\u0E48\u0E38'.repeat(100_000)}ข`)).toHaveLength(32);
});
