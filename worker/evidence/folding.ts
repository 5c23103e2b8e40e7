import type { Steps } from '../../mail/slices.ts';

/** Invisible code points: soft hyphen, zero-width and direction marks, tatweel, variation selectors. */
const UNSEEN = /[\u0640\p{Default_Ignorable_Code_Point}]/gu;
/**
 * Marks that do not change a letter for its readers: Latin, Greek and Cyrillic accents, Arabic vowel signs and hamza,
 * Hebrew points. Marks of Thai, kana and Indic scripts are part of the letter and stay.
 */
const ACCENTS = /[\u0300-\u036F\u0591-\u05C7\u064B-\u065F\u0670]/g;
/** Letters without a decomposition, and what people type for them. */
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
 * Characters that are folded together with their neighbours: marks that stay, parts of Hangul syllables, halves of
 * characters beyond the BMP. Half-width voicing marks are classed as letters and become marks when normalised.
 */
const JOINING = /[\p{M}\u1100-\u11FF\u3130-\u318F\uA960-\uA97F\uD7B0-\uDFFF\uFF9E-\uFFDC]/u;
/**
 * Further marks in a row are dropped: normalising sorts them, in time that grows with the square of their number.
 * Unicode's stream-safe format (UAX 15, 13) allows 30.
 */
const TOO_MANY_MARKS = /([\p{M}\uFF9E\uFF9F]{30})[\p{M}\uFF9E\uFF9F]+/gu;
/** Single characters that normalise to a phrase of up to eighteen; no keyword contains one. */
const PHRASES = /[\uFDFA\uFDFB]/g;

/** Characters handled before other work gets a turn. */
const STEP_LENGTH = 32 * 1024;
/** Characters below this are ASCII; a text may be cut beside one. */
const ASCII = 0x80;

/**
 * Folds text for comparing keywords: unifies compatibility forms (full width, ligatures), folds case, and removes
 * accents and invisible characters.
 */
export function foldText(text: string): string {
  return text.replaceAll(NOT_ASCII, foldRun).toLowerCase();
}

/** {@link foldText} in steps. A non-ASCII run longer than a step may be cut between characters. */
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

/** The end of a step: beside an ASCII character if there is one within twice the length of a step. */
function stepEnd(text: string, from: number): number {
  const latest = Math.min(text.length, from + 2 * STEP_LENGTH);
  for (let end = from + STEP_LENGTH; end < latest; end += 1) {
    if (text.charCodeAt(end) < ASCII) return end;
  }
  const inCharacter = latest < text.length && /[\uDC00-\uDFFF]/.test(text.charAt(latest));
  return inCharacter ? latest - 1 : latest;
}

/** The folded form of each UTF-16 unit that can be folded alone; null for others. Filled on demand. */
const units: (string | null | undefined)[] = Array.from({ length: 0x10000 });

/** Only for non-ASCII runs: normalising whole mails would cost more than matching them. */
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
