import type { Steps } from '../../mail/slices.ts';
import { numberAfter } from './editions.ts';
import { type KeywordAutomaton, NUMBERS_PER_PLACE, type Pattern } from './keyword-automaton.ts';

/**
 * Limit on the names of one mail after which a number is looked for. Each takes as long as hundreds of characters, and
 * no real mail names events so often.
 */
const MAX_NAMES = 10_000;

/** What the texts of one mail mention. */
export class Mentions {
  booking = false;
  presence = false;
  /** The names, each with the different numbers that follow it ({@link numberAfter}). */
  readonly names = new Map<Pattern, Set<number | null>>();
  readonly #automaton: KeywordAutomaton;
  #namesRead = 0;

  constructor(automaton: KeywordAutomaton) {
    this.#automaton = automaton;
  }

  /**
   * Adds what one folded text mentions. These do not count: a name inside a longer one ("Devcon" in "Devcon 7") or
   * inside a phrase that is not meant; a word inside either; and, in scripts without spaces between words, a word inside
   * a longer one of the other list.
   *
   * Something is inside what ends no earlier and begins no later. So the text is read backwards, and of each list only
   * the earliest beginning is kept: the work depends on the text alone, not on how keywords are nested.
   */
  *add(text: string): Steps<void> {
    const { endings } = this.#automaton;
    const pieces = yield* this.#automaton.searching(text);
    let coverFrom = Infinity;
    let bookingFrom = Infinity;
    let presenceFrom = Infinity;
    for (const places of pieces.toReversed()) {
      for (let at = places.length - NUMBERS_PER_PLACE; at >= 0; at -= NUMBERS_PER_PLACE) {
        const ending = endings[places[at] ?? 0];
        if (!ending) continue;
        const end = places[at + 1] ?? 0;
        const name = beginning(ending.name, end);
        const notMeant = beginning(ending.notMeant, end);
        const booking = beginning(ending.booking, end);
        const presence = beginning(ending.presence, end);
        if (ending.name && name < coverFrom && name <= notMeant) {
          this.#addName(ending.name, text, places[at + 2] ?? 0);
        }
        coverFrom = Math.min(coverFrom, name, notMeant);
        bookingFrom = Math.min(bookingFrom, booking);
        presenceFrom = Math.min(presenceFrom, presence);
        if (booking < coverFrom && (ending.booking?.spaced || booking < presenceFrom)) this.booking = true;
        if (presence < coverFrom && (ending.presence?.spaced || presence < bookingFrom)) this.presence = true;
      }
      yield;
    }
  }

  #addName(name: Pattern, text: string, textEnd: number): void {
    if (this.#namesRead === MAX_NAMES) return;
    this.#namesRead += 1;
    const numbers = this.names.get(name) ?? new Set();
    this.names.set(name, numbers.add(numberAfter(text, textEnd)));
  }
}

/** Index of a pattern's first symbol; behind everything for a missing one. */
function beginning(pattern: Pattern | null, end: number): number {
  return pattern === null ? Infinity : end - pattern.length;
}
