/** What a UTF-16 unit of folded text is to a keyword. */
const SEPARATOR = 0;
const LINE_END = 1;
/** A letter, mark or digit of a script that parts words by spaces. */
const SPACED = 2;
/** Hangul: words are parted by spaces, but particles are attached to them. */
const ATTACHING = 3;
/** Han, kana, Thai, Lao, Khmer, Burmese: no spaces between words. */
const UNSPACED = 4;

const WORD = /[\p{L}\p{M}\p{N}]/u;
const HANGUL = /\p{scx=Hang}/u;
const NO_SPACES = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;

/** What {@link readSymbols} calls a word boundary. */
export const BOUNDARY = -1;

const CR = 0x0d;
const LF = 0x0a;
/** What lies between two word characters: nothing, a single line end, or anything else. */
const NO_GAP = 0;
const LINE_GAP = 1;
const WIDE_GAP = 2;

let kinds: Uint8Array | undefined;

/** The kind of every UTF-16 unit. Made once: 65,536 entries, so that matching looks one up a character. */
function unitKinds(): Uint8Array {
  if (kinds) return kinds;
  kinds = new Uint8Array(0x10000);
  for (let unit = 0; unit < 0x10000; unit += 1) {
    const character = String.fromCharCode(unit);
    if (unit === LF || unit === CR) kinds[unit] = LINE_END;
    else if (!WORD.test(character)) kinds[unit] = SEPARATOR;
    else if (HANGUL.test(character)) kinds[unit] = ATTACHING;
    else kinds[unit] = NO_SPACES.test(character) ? UNSPACED : SPACED;
  }
  return kinds;
}

/**
 * Reads folded text as a sequence of characters and word boundaries. A boundary stands at both ends, in place
 * of any run of other characters, and where a script that parts words by spaces meets one that does not
 * (`Devconのチケット`). Within scripts without spaces a single line end is no boundary: mail programs break such
 * lines anywhere.
 *
 * @param onSymbol called with the UTF-16 unit or {@link BOUNDARY}, and the index after the last character read
 */
export function readSymbols(text: string, onSymbol: (unit: number, end: number) => void): void {
  const kindOf = unitKinds();
  let gap = WIDE_GAP;
  let previous = SPACED;
  let end = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const kind = kindOf[unit] ?? SEPARATOR;
    if (kind === SEPARATOR) {
      gap = WIDE_GAP;
    } else if (kind === LINE_END) {
      const closesPair = unit === LF && text.charCodeAt(at - 1) === CR && gap === LINE_GAP;
      if (!closesPair) gap = gap === NO_GAP ? LINE_GAP : WIDE_GAP;
    } else {
      const parted =
        gap === NO_GAP
          ? (previous === SPACED) !== (kind === SPACED)
          : gap === WIDE_GAP || previous !== UNSPACED || kind !== UNSPACED;
      if (parted) onSymbol(BOUNDARY, end);
      end = at + 1;
      onSymbol(unit, end);
      gap = NO_GAP;
      previous = kind;
    }
  }
  onSymbol(BOUNDARY, end);
}

/** Whether a keyword's first and last characters need a boundary beside them: in scripts that have boundaries. */
export function needsBoundary(unit: number): boolean {
  return unitKinds()[unit] === SPACED;
}
