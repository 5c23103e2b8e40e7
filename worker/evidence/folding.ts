/** Code points that are not seen: soft hyphen, zero-width and direction marks, tatweel, variation selectors. */
const UNSEEN = /[\u0640\p{Default_Ignorable_Code_Point}]/gu;
/**
 * Marks that readers take for the same letter: Latin, Greek and Cyrillic accents, Arabic vowel signs and hamza,
 * Hebrew points. Marks of Thai, kana and Indic scripts are letters to their readers, and stay.
 */
const ACCENTS = /[\u0300-\u036F\u0591-\u05C7\u064B-\u065F\u0670]/g;
/** Letters that have no decomposition, and what people type for them. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  ς: 'σ',
  ة: 'ه',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
};
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
const NOT_ASCII = /[\u0080-\u{10FFFF}]+/gu;

/**
 * Text in the form in which keywords are compared: compatibility forms (full width, ligatures) made one, case
 * folded, accents and unseen characters taken away.
 */
export function foldText(text: string): string {
  return text.replaceAll(NOT_ASCII, foldRun).toLowerCase();
}

/** Short runs (a quotation mark, an umlaut) come again and again; their folded forms are kept. */
const KEPT_LENGTH = 3;
const MAX_KEPT = 4096;
const kept = new Map<string, string>();

/** Runs beyond ASCII only: normalising whole mails would cost more than matching them. */
function foldRun(run: string): string {
  if (run.length > KEPT_LENGTH) return normalized(run);
  let folded = kept.get(run);
  if (folded === undefined) {
    folded = normalized(run);
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(run, folded);
  }
  return folded;
}

function normalized(run: string): string {
  return run
    .replaceAll(UNSEEN, '')
    .normalize('NFKD')
    .replaceAll(ACCENTS, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(SPECIAL, (letter) => LETTERS[letter] ?? letter);
}
