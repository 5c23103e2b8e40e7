import { type Steps, atOnce } from '../../mail/slices.ts';
import { BOUNDARY, SymbolReader, type Symbols, needsBoundary } from './word-symbols.ts';

/** One occurrence of a keyword. */
export interface KeywordMatch {
  /** Index of the keyword in the list that the automaton was built from. */
  keyword: number;
  /** First symbol of the occurrence and the one after its last; outer boundaries do not count. */
  start: number;
  end: number;
  /** Index in the text after the occurrence's last character. */
  textEnd: number;
}

interface Pattern {
  keyword: number;
  symbols: number[];
  /** Outer boundaries that the pattern carries. */
  lead: number;
  trail: number;
}

/** Symbols of the automaton's alphabet: a boundary, a character that no keyword has, and the keywords' own. */
const BOUNDARY_SYMBOL = 0;
const UNKNOWN_SYMBOL = 1;

/** Others have their turn after so many characters. */
const STEP_LENGTH = 32 * 1024;

/**
 * Finds all keywords of a list in one pass over a text (Aho and Corasick, 1975), as a table with one entry for
 * every state and symbol. Keywords and texts are folded text ({@link foldText}); a keyword of a script with
 * word boundaries matches whole words only.
 */
export class KeywordAutomaton {
  readonly #symbolOf = new Uint16Array(0x10000).fill(UNKNOWN_SYMBOL);
  readonly #width: number;
  readonly #next: Int32Array;
  readonly #found: (Pattern[] | undefined)[];
  /** Symbols of the longest keyword: no occurrence is longer. */
  readonly longest: number;

  constructor(keywords: readonly string[]) {
    let symbolCount = UNKNOWN_SYMBOL + 1;
    const symbolOf = this.#symbolOf;
    const patterns = keywords
      .map((text, keyword) => readPattern(new SymbolReader(text).read(), keyword))
      .filter((pattern) => pattern !== null);
    for (const { symbols } of patterns) {
      for (const [at, unit] of symbols.entries()) {
        if (unit === BOUNDARY) {
          symbols[at] = BOUNDARY_SYMBOL;
          continue;
        }
        if (symbolOf[unit] === UNKNOWN_SYMBOL) {
          symbolOf[unit] = symbolCount;
          symbolCount += 1;
        }
        symbols[at] = symbolOf[unit] ?? UNKNOWN_SYMBOL;
      }
    }
    this.#width = symbolCount;
    this.longest = Math.max(0, ...patterns.map(({ symbols }) => symbols.length));
    const states = 1 + patterns.reduce((sum, { symbols }) => sum + symbols.length, 0);
    this.#next = new Int32Array(states * symbolCount).fill(-1);
    this.#found = Array.from<Pattern[] | undefined>({ length: states });
    this.#addPatterns(patterns);
    this.#completeTable(states);
  }

  /** Every occurrence, overlapping ones included, in the order of their ends, outer boundaries counted. */
  search(text: string): KeywordMatch[] {
    return atOnce(this.searching(text));
  }

  /** {@link search} in steps: time goes by the text and the occurrences, of which few can end in one place. */
  *searching(text: string): Steps<KeywordMatch[]> {
    const matches: KeywordMatch[] = [];
    const [next, found, width, symbolOf] = [this.#next, this.#found, this.#width, this.#symbolOf];
    const reader = new SymbolReader(text, STEP_LENGTH);
    let state = 0;
    let before = 0;
    do {
      const { count, units, ends } = reader.read();
      for (let at = 0; at < count; at += 1) {
        const unit = units[at] ?? BOUNDARY;
        const symbol = unit === BOUNDARY ? BOUNDARY_SYMBOL : (symbolOf[unit] ?? UNKNOWN_SYMBOL);
        state = next[state * width + symbol] ?? 0;
        const here = found[state];
        if (!here) continue;
        const after = before + at + 1;
        for (const { keyword, symbols, lead, trail } of here) {
          const start = after - symbols.length + lead;
          matches.push({ keyword, start, end: after - trail, textEnd: ends[at] ?? 0 });
        }
      }
      before += count;
      yield;
    } while (!reader.done);
    return matches;
  }

  #addPatterns(patterns: readonly Pattern[]): void {
    let states = 1;
    for (const pattern of patterns) {
      let state = 0;
      for (const symbol of pattern.symbols) {
        const edge = state * this.#width + symbol;
        if (this.#next[edge] === -1) {
          this.#next[edge] = states;
          states += 1;
        }
        state = this.#next[edge] ?? 0;
      }
      (this.#found[state] ??= []).push(pattern);
    }
  }

  /** Fills in the missing edges with those of the longest suffix that is a state, breadth first. */
  #completeTable(states: number): void {
    const width = this.#width;
    const next = this.#next;
    const suffix = new Int32Array(states);
    const queue: number[] = [];
    for (let symbol = 0; symbol < width; symbol += 1) {
      if (next[symbol] === -1) next[symbol] = 0;
      else queue.push(next[symbol] ?? 0);
    }
    for (let head = 0; head < queue.length; head += 1) {
      const state = queue[head] ?? 0;
      const fallback = suffix[state] ?? 0;
      const inherited = this.#found[fallback];
      if (inherited) this.#found[state] = [...(this.#found[state] ?? []), ...inherited];
      for (let symbol = 0; symbol < width; symbol += 1) {
        const edge = state * width + symbol;
        const elsewhere = next[fallback * width + symbol] ?? 0;
        const child = next[edge] ?? -1;
        if (child === -1) {
          next[edge] = elsewhere;
        } else {
          suffix[child] = elsewhere;
          queue.push(child);
        }
      }
    }
  }
}

/** A keyword as a pattern; null when it has no letter or digit. */
function readPattern({ units, count }: Symbols, keyword: number): Pattern | null {
  const characters = [...units.subarray(1, count - 1)];
  const [first] = characters;
  const last = characters.at(-1);
  if (first === undefined || last === undefined) return null;
  const lead = needsBoundary(first) ? 1 : 0;
  const trail = needsBoundary(last) ? 1 : 0;
  const symbols = [...(lead ? [BOUNDARY] : []), ...characters, ...(trail ? [BOUNDARY] : [])];
  return { keyword, symbols, lead, trail };
}
