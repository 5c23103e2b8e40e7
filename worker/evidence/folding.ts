import type { Steps } from '../../mail/slices.ts';

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
 * What is folded together with its neighbours: marks that stay, parts of Hangul syllables, halves of characters
 * beyond the BMP. Half-width voicing marks are letters by their class, and marks once they are normalised.
 */
const JOINING = /[\p{M}\u1100-\u11FF\u3130-\u318F\uA960-\uA97F\uD7B0-\uDFFF\uFF9E-\uFFDC]/u;
/**
 * Marks in a row beyond this many are dropped: normalising sorts them, in time that grows with the square of their
 * number. Unicode's stream-safe format (UAX 15, 13) has 30.
 */
const TOO_MANY_MARKS = /([\p{M}\uFF9E\uFF9F]{30})[\p{M}\uFF9E\uFF9F]+/gu;
/** Phrases in one character, which normalising makes up to eighteen of; no keyword has one. */
const PHRASES = /[\uFDFA\uFDFB]/g;

/** Others have their turn after so many characters. */
const STEP_LENGTH = 32 * 1024;
/** The first characters after which a text may be cut. */
const ASCII = 0x80;

/**
 * Text in the form in which keywords are compared: compatibility forms (full width, ligatures) made one, case
 * folded, accents and unseen characters taken away.
 */
export function foldText(text: string): string {
  return text.replaceAll(NOT_ASCII, foldRun).toLowerCase();
}

/** {@link foldText} in steps. A run beyond ASCII that is longer than a step may be cut between its characters. */
export function* foldingSteps(text: string): Steps<string> {
  const folded: string[] = [];
  for (let from = 0; from < text.length;) {
    const to = stepEnd(text, from);
    folded.push(foldText(text.slice(from, to)));
    from = to;
    yield;
  }
  return folded.join('');
}

/** Where a step ends: beside an ASCII character, where there is one before the step becomes twice as long. */
function stepEnd(text: string, from: number): number {
  const latest = Math.min(text.length, from + 2 * STEP_LENGTH);
  for (let end = from + STEP_LENGTH; end < latest; end += 1) {
    if (text.charCodeAt(end) < ASCII) return end;
  }
  const inCharacter = latest < text.length && /[\uDC00-\uDFFF]/.test(text.charAt(latest));
  return inCharacter ? latest - 1 : latest;
}

/** The folded form of each UTF-16 unit that is folded alone, null for the others; filled in as they occur. */
const units: (string | null | undefined)[] = Array.from({ length: 0x10000 });

/** Runs beyond ASCII only: normalising whole mails would cost more than matching them. */
function foldRun(run: string): string {
  let folded = '';
  for (let at = 0; at < run.length; at += 1) {
    const unit = run.charCodeAt(at);
    let letter = units[unit];
    if (letter === undefined) {
      letter = foldUnit(run.charAt(at));
      units[unit] = letter;
    }
    if (letter === null) return normalized(run);
    folded += letter;
  }
  return folded;
}

function foldUnit(character: string): string | null {
  const folded = normalized(character);
  return folded !== '' && JOINING.test(character) ? null : folded;
}

function normalized(run: string): string {
  return run
    .replaceAll(UNSEEN, '')
    .replaceAll(PHRASES, ' ')
    .replaceAll(TOO_MANY_MARKS, '$1')
    .normalize('NFKD')
    .replaceAll(ACCENTS, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(SPECIAL, (letter) => LETTERS[letter] ?? letter);
}
