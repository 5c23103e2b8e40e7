import type { KeywordMatch } from './keyword-automaton.ts';

/**
 * The occurrences that may contain a given one. They all end close behind it, so that each is compared with a few
 * others, however many there are in a text.
 */
export class MatchWindow {
  /** Occurrences that were looked at so far: what the time goes by. */
  looked = 0;
  readonly #matches: readonly KeywordMatch[];
  readonly #longest: number;

  /**
   * @param matches in the order in which the automaton finds them: outer boundaries left out, the ends of two that
   *   follow one another may be one symbol the wrong way round
   * @param longest symbols of the longest keyword
   */
  constructor(matches: readonly KeywordMatch[], longest: number) {
    this.#matches = matches;
    this.#longest = longest;
  }

  /** Whether one that passes the test contains the occurrence at this index; it need not be longer. */
  contains(index: number, test: (container: KeywordMatch) => boolean): boolean {
    const matches = this.#matches;
    const inner = matches[index];
    if (inner === undefined) return false;
    let first = index;
    while (first > 0 && (matches[first - 1]?.end ?? 0) >= inner.end - 1) first -= 1;
    for (let at = first; at < matches.length; at += 1) {
      const outer = matches[at];
      if (outer === undefined || outer.end > inner.start + this.#longest + 1) return false;
      this.looked += 1;
      if (outer.start <= inner.start && inner.end <= outer.end && test(outer)) return true;
    }
    return false;
  }
}
