/** What a UTF-16 unit of folded text is to a keyword. */
const SEPARATOR = 0;
const LINE_END = 1;
/** The end of a sentence. */
const STOP = 2;
/** A letter, mark or digit of a script that parts words by spaces. */
const SPACED = 3;
/** Hangul: words are parted by spaces, but particles are attached to them. */
const ATTACHING = 4;
/** Han, kana, Thai, Lao, Khmer, Burmese: no spaces between words. */
const UNSPACED = 5;

/** A colon is none: it stands inside names and phrases. */
const STOPS = '.!?;…。！？؟';
const WORD = /[\p{L}\p{M}\p{N}]/u;
const HANGUL = /\p{scx=Hang}/u;
const NO_SPACES = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;

/** What stands for a word boundary among the symbols of a text. */
export const BOUNDARY = -1;

const CR = 0x0d;
const LF = 0x0a;
/** What lies between two word characters: nothing, a single line end, something else, or the end of a phrase. */
const NO_GAP = 0;
const LINE_GAP = 1;
const WIDE_GAP = 2;
const PHRASE_END = 3;

let kinds: Uint8Array | undefined;

/** The kind of every UTF-16 unit. Made once: 65,536 entries, so that matching looks one up a character. */
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

/** A piece of a text as a sequence of characters and word boundaries; see {@link SymbolReader}. */
export interface Symbols {
  count: number;
  /** UTF-16 units, or {@link BOUNDARY}. Valid up to `count`, until the next piece is read. */
  units: Int32Array;
  /** For every symbol the index in the text after the last character so far. */
  ends: Int32Array;
}

/**
 * Reads one folded text, piece by piece, from its beginning to its end.
 *
 * A boundary stands at both ends of the text, in place of any run of other characters, and where a script that
 * parts words by spaces meets one that does not (`Devconのチケット`). Two boundaries part what is no phrase: an
 * empty line (as between blocks of HTML) and the end of a sentence. Within scripts without spaces a single line
 * end is no boundary: mail programs break such lines anywhere.
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

  /** @param pieceLength characters that are read at once */
  constructor(text: string, pieceLength = text.length) {
    this.#text = text;
    this.#pieceLength = Math.min(pieceLength, text.length);
    // A character has a boundary before it at most, or two where another character stood; one is at the end.
    const most = 2 * this.#pieceLength + 2;
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

/** Whether a keyword's first and last characters need a boundary beside them: in scripts that have boundaries. */
export function needsBoundary(unit: number): boolean {
  return unitKinds()[unit] === SPACED;
}
