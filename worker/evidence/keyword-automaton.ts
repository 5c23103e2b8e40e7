import type { Steps } from '../../mail/slices.ts';
import { BOUNDARY, SymbolReader, mostSymbols, needsBoundary } from './word-symbols.ts';

/** The lists of keywords: names of events, phrases in which a word means something else, and the two kinds of words. */
const LISTS = ['name', 'notMeant', 'booking', 'presence'] as const;
type KeywordList = (typeof LISTS)[number];

/** Keywords of one list that are the same words. */
export interface Pattern {
  /** Their indices in the list. */
  keywords: number[];
  /** Number of symbols, without outer boundaries. */
  length: number;
  /** Whether it begins or ends in a script with spaces between words. */
  spaced: boolean;
}

/**
 * The longest pattern of each list that ends at a place. The others that end there are inside it, so a place has one of
 * each list at most, however many keywords are nested in each other.
 */
export type Ending = Record<KeywordList, Pattern | null>;

/**
 * The places in a piece of text where keywords end, in order. Each takes three numbers: the automaton's state, the
 * index of the symbol after the keywords, and the index in the text after their last character. They are numbers
 * because a hostile text has a million places, and collecting as many objects would slow a device down.
 */
export type Places = Int32Array;
export const NUMBERS_PER_PLACE = 3;

/** A state while the automaton is built. */
interface State {
  index: number;
  /** The states after each symbol that continues a keyword. */
  children: Map<number, State>;
  /** Null where no keyword ends. */
  ending: Ending | null;
}

/** Symbols of the automaton's alphabet: a boundary, a character in no keyword, and the keywords' own characters. */
const BOUNDARY_SYMBOL = 0;
const UNKNOWN_SYMBOL = 1;

/** Characters handled before other work gets a turn. */
const STEP_LENGTH = 32 * 1024;

/**
 * Finds the keywords of all lists in one pass over a text (Aho and Corasick, 1975), with a table for every state and
 * symbol. Keywords and texts are folded ({@link foldText}). In scripts with word boundaries a keyword matches whole
 * words only.
 */
export class KeywordAutomaton {
  readonly #symbolOf = new Uint16Array(0x10000).fill(UNKNOWN_SYMBOL);
  readonly #width: number;
  /** For each state and symbol, the next state. Two bytes are enough for the keywords of any catalog. */
  readonly #next: Uint16Array;
  /** For each state, the patterns that end there. */
  readonly endings: readonly (Readonly<Ending> | null)[];

  /** The places of one piece, copied before other work gets a turn. */
  readonly #places = new Int32Array(NUMBERS_PER_PLACE * mostSymbols(STEP_LENGTH));

  /** Keywords without a letter or digit are skipped. */
  constructor(keywords: Readonly<Record<KeywordList, readonly string[]>>) {
    const states = [newState(0)];
    let symbolCount = UNKNOWN_SYMBOL + 1;
    for (const list of LISTS) {
      for (const [keyword, text] of keywords[list].entries()) {
        const words = wordsOf(text);
        for (const unit of words) {
          if (unit === BOUNDARY || this.#symbolOf[unit] !== UNKNOWN_SYMBOL) continue;
          this.#symbolOf[unit] = symbolCount;
          symbolCount += 1;
        }
        if (words.length > 0) this.#add(states, list, keyword, words);
      }
    }
    this.#width = symbolCount;
    this.#next = tableOf(states, symbolCount);
    this.endings = states.map(({ ending }) => ending);
  }

  /**
   * The places where keywords end, piece by piece, in steps. There is at most one for each symbol of the text, and each
   * takes a fixed amount of work.
   */
  *searching(text: string): Steps<Places[]> {
    const pieces: Places[] = [];
    const [next, endings, width, symbolOf] = [this.#next, this.endings, this.#width, this.#symbolOf];
    const reader = new SymbolReader(text, STEP_LENGTH);
    const places = this.#places;
    let state = 0;
    let before = 0;
    do {
      const { count, units, ends } = reader.read();
      let filled = 0;
      for (let at = 0; at < count; at += 1) {
        const unit = units[at] ?? BOUNDARY;
        const symbol = unit === BOUNDARY ? BOUNDARY_SYMBOL : (symbolOf[unit] ?? UNKNOWN_SYMBOL);
        state = next[state * width + symbol] ?? 0;
        if (!endings[state]) continue;
        places[filled] = state;
        places[filled + 1] = before + at + (unit === BOUNDARY ? 0 : 1);
        places[filled + 2] = ends[at] ?? 0;
        filled += NUMBERS_PER_PLACE;
      }
      if (filled > 0) pieces.push(places.slice(0, filled));
      before += count;
      yield;
    } while (!reader.done);
    return pieces;
  }

  /** Adds a keyword's states and its pattern. */
  #add(states: State[], list: KeywordList, keyword: number, words: readonly number[]): void {
    const lead = needsBoundary(words[0] ?? BOUNDARY);
    const trail = needsBoundary(words.at(-1) ?? BOUNDARY);
    let state = states[0] ?? newState(0);
    for (const unit of [...(lead ? [BOUNDARY] : []), ...words, ...(trail ? [BOUNDARY] : [])]) {
      const symbol = unit === BOUNDARY ? BOUNDARY_SYMBOL : (this.#symbolOf[unit] ?? UNKNOWN_SYMBOL);
      let child = state.children.get(symbol);
      if (child === undefined) {
        child = newState(states.length);
        states.push(child);
        state.children.set(symbol, child);
      }
      state = child;
    }
    state.ending ??= { name: null, notMeant: null, booking: null, presence: null };
    const pattern = (state.ending[list] ??= { keywords: [], length: words.length, spaced: lead || trail });
    pattern.keywords.push(keyword);
  }
}

function newState(index: number): State {
  return { index, children: new Map(), ending: null };
}

/**
 * Makes the table, breadth first, with its states in their order. If no keyword continues with a symbol, the next state
 * is that of the longest proper suffix. The suffix's patterns also end at the state.
 */
function tableOf(states: readonly State[], width: number): Uint16Array {
  const next = new Uint16Array(states.length * width);
  const suffixOf = new Uint16Array(states.length);
  const queue = states.slice(0, 1);
  for (const { index, children } of queue) {
    const row = index * width;
    const suffix = (suffixOf[index] ?? 0) * width;
    next.copyWithin(row, suffix, suffix + width);
    for (const [symbol, child] of children) {
      const fallback = next[row + symbol] ?? 0;
      suffixOf[child.index] = fallback;
      child.ending = together(child.ending, states[fallback]?.ending ?? null);
      next[row + symbol] = child.index;
      queue.push(child);
    }
  }
  return next;
}

/** The patterns that end at a state. Lists without one of their own have the suffix's, which is shorter. */
function together(own: Ending | null, inherited: Ending | null): Ending | null {
  if (own === null || inherited === null) return own ?? inherited;
  return {
    name: own.name ?? inherited.name,
    notMeant: own.notMeant ?? inherited.notMeant,
    booking: own.booking ?? inherited.booking,
    presence: own.presence ?? inherited.presence,
  };
}

/** A keyword's characters, with the boundaries between its words. */
function wordsOf(text: string): number[] {
  const { units, count } = new SymbolReader(text).read();
  return [...units.subarray(1, count - 1)];
}
