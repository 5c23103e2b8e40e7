/** The kinds of UTF-16 units in folded text. */
const SEPARATOR = 0;
const LINE_END = 1;
/** The end of a sentence. */
const STOP = 2;
/** A letter, mark or digit of a script with spaces between words. */
const SPACED = 3;
/** Hangul: spaces between words, but with attached particles. */
const ATTACHING = 4;
/** Han, kana, Thai, Lao, Khmer, Burmese: no spaces between words. */
const UNSPACED = 5;

/** Without the colon, which occurs inside names and phrases. */
const STOPS = '.!?;…。！？؟';
const WORD = /[\p{L}\p{M}\p{N}]/u;
const HANGUL = /\p{scx=Hang}/u;
const NO_SPACES = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;

/** The symbol for a word boundary. */
export const BOUNDARY = -1;

const CR = 0x0d;
const LF = 0x0a;
/** Between two word characters: nothing, a single line end, something else, or the end of a phrase. */
const NO_GAP = 0;
const LINE_GAP = 1;
const WIDE_GAP = 2;
const PHRASE_END = 3;

let kinds: Uint8Array | undefined;

/** The kind of every UTF-16 unit, as a table made once, so that matching needs one look-up for each character. */
function unitKinds(): Uint8Array {
  if (kinds) return kinds;
  kinds = new Uint8Array(0x10000);
  for (let unit = 0; unit < 0x10000; unit += 1) {
    const character = String.fromCharCode(unit);
    if (unit === LF || unit === CR) kinds[unit] = LINE_END;
    else if (STOPS.includes(character)) kinds[unit] = STOP;
    else if (!WORD.test(character)) kinds[unit] = SEPARATOR;
    else if (HANGUL.test(character)) kinds[unit] = ATTACHING;
    else kinds[unit] = NO_SPACES.test(character) ? UNSPACED : SPACED;
  }
  return kinds;
}

/** The most symbols of a piece: before a character one boundary, or two in place of another one; and one at the end. */
export function mostSymbols(pieceLength: number): number {
  return 2 * pieceLength + 2;
}

/** A piece of a text as a sequence of characters and word boundaries; see {@link SymbolReader}. */
export interface Symbols {
  count: number;
  /** UTF-16 units, or {@link BOUNDARY}. Valid up to `count`, until the next piece is read. */
  units: Int32Array;
  /** For every symbol, the index in the text after the last character so far. */
  ends: Int32Array;
}

/**
 * Reads one folded text piece by piece, from beginning to end.
 *
 * There is a boundary at both ends of the text, for any run of other characters, and where a script with spaces between
 * words meets one without (`Devconのチケット`). Two boundaries separate text that is not a phrase: an empty line (as between
 * blocks of HTML) and the end of a sentence. In scripts without spaces a single line end is not a boundary, since mail
 * programs break such lines anywhere.
 */
export class SymbolReader {
  readonly #text: string;
  readonly #symbols: Symbols;
  readonly #pieceLength: number;
  #at = 0;
  #gap = WIDE_GAP;
  #previous = SPACED;
  #end = 0;
  #lineEnds = 0;

  /** @param pieceLength characters read at once */
  constructor(text: string, pieceLength = text.length) {
    this.#text = text;
    this.#pieceLength = Math.min(pieceLength, text.length);
    const most = mostSymbols(this.#pieceLength);
    this.#symbols = { count: 0, units: new Int32Array(most), ends: new Int32Array(most) };
  }

  /** True once the whole text was read. */
  get done(): boolean {
    return this.#at >= this.#text.length;
  }

  /** The symbols of the next piece. */
  read(): Symbols {
    const kindOf = unitKinds();
    const text = this.#text;
    const { units, ends } = this.#symbols;
    const to = Math.min(this.#at + this.#pieceLength, text.length);
    let count = 0;
    let [gap, previous, end, lineEnds] = [this.#gap, this.#previous, this.#end, this.#lineEnds];
    for (let at = this.#at; at < to; at += 1) {
      const unit = text.charCodeAt(at);
      const kind = kindOf[unit] ?? SEPARATOR;
      if (kind === SEPARATOR) {
        if (gap < WIDE_GAP) gap = WIDE_GAP;
      } else if (kind === STOP) {
        gap = PHRASE_END;
      } else if (kind === LINE_END) {
        if (unit === LF && text.charCodeAt(at - 1) === CR) continue;
        gap = lineEnds > 0 ? PHRASE_END : gap === NO_GAP ? LINE_GAP : gap;
        lineEnds += 1;
      } else {
        const parted =
          gap === NO_GAP
            ? (previous === SPACED) !== (kind === SPACED)
            : gap >= WIDE_GAP || previous !== UNSPACED || kind !== UNSPACED;
        for (let boundaries = gap === PHRASE_END ? 2 : parted ? 1 : 0; boundaries > 0; boundaries -= 1) {
          units[count] = BOUNDARY;
          ends[count] = end;
          count += 1;
        }
        end = at + 1;
        units[count] = unit;
        ends[count] = end;
        count += 1;
        gap = NO_GAP;
        lineEnds = 0;
        previous = kind;
      }
    }
    this.#at = to;
    [this.#gap, this.#previous, this.#end, this.#lineEnds] = [gap, previous, end, lineEnds];
    if (this.done) {
      units[count] = BOUNDARY;
      ends[count] = end;
      count += 1;
    }
    this.#symbols.count = count;
    return this.#symbols;
  }
}

/** Whether a keyword's first or last character needs a boundary beside it, as in scripts that have boundaries. */
export function needsBoundary(unit: number): boolean {
  return unitKinds()[unit] === SPACED;
}
