import type { Catalog, EventKey } from '../../catalog/index.ts';
import { type Steps, atOnce } from '../../mail/slices.ts';
import { blankingSteps } from './address-blanking.ts';
import { type Edition, EditionReader } from './editions.ts';
import { foldText, foldingSteps } from './folding.ts';
import { KeywordAutomaton, type KeywordMatch } from './keyword-automaton.ts';
import { NOT_MEANT, withPrefixes } from './keyword-usage.ts';
import { MatchWindow } from './match-window.ts';
import { needsBoundary } from './word-symbols.ts';

/** What a mail says, decoded; the parts may repeat the body. */
export interface MailText {
  subject: string;
  body: string;
  parts: readonly string[];
}

/** Tells which events a mail attests (DESIGN 4); built once for a catalog. */
export interface Classifier {
  /** The events of which the text holds a name, beside a booking word and a presence word; catalog order. */
  attest(text: MailText): EventKey[];
  /** {@link attest} in steps, whose number goes by the length of the text, whatever it says. */
  attesting(text: MailText): Steps<EventKey[]>;
}

type Keyword =
  | { kind: 'name'; event: number; text: string }
  | { kind: 'booking' | 'presence'; text: string; wholes: readonly string[] }
  | { kind: 'not-meant'; text: string };

/** Others have their turn after so many occurrences were looked at. */
const STEP_LOOKS = 16 * 1024;

/** What has been found of a mail so far. */
interface Findings {
  booking: boolean;
  presence: boolean;
  /** Editions that were named, by event. */
  editions: Map<number, Set<Edition>>;
}

/**
 * Builds the classifier. All lists of the catalog go into one automaton, so that a mail is read once.
 *
 * Beyond the three lists, a word inside an event's name is no booking or presence word ("DWeb *Camp*", "*Demo
 * Day*"), nor is one inside a phrase that means something else ("in *order* to") or inside a longer word of the
 * other list (*入場*券); addresses are not words; and a mail that names only another edition of a series
 * ("EDCON 2023") does not attest this one.
 */
export function createClassifier(catalog: Catalog): Classifier {
  const booking = usable(catalog.bookingWords);
  const presence = usable(catalog.presenceWords);
  const keywords: Keyword[] = [
    ...catalog.events.flatMap(({ names }, event) =>
      names.map((name): Keyword => ({ kind: 'name', event, text: foldText(name) })),
    ),
    ...booking.map((text): Keyword => ({ kind: 'booking', text, wholes: wholesOf(text, presence) })),
    ...presence.map((text): Keyword => ({ kind: 'presence', text, wholes: wholesOf(text, booking) })),
    ...NOT_MEANT.map((text): Keyword => ({ kind: 'not-meant', text: foldText(text) })),
  ];
  const automaton = new KeywordAutomaton(keywords.map(({ text }) => text));
  const readers = catalog.events.map((event) => new EditionReader(event));

  function* attesting({ subject, body, parts }: MailText): Steps<EventKey[]> {
    const findings: Findings = { booking: false, presence: false, editions: new Map() };
    for (const text of new Set([subject, body, ...parts])) {
      const folded = yield* blankingSteps(yield* foldingSteps(text));
      const matches = yield* automaton.searching(folded);
      const window = new MatchWindow(matches, automaton.longest);
      yield* noting(findings, { text: folded, matches, window }, keywords, readers);
    }
    if (!findings.booking || !findings.presence) return [];
    return catalog.events
      .filter((_, event) => {
        const editions = findings.editions.get(event);
        return editions !== undefined && (editions.has('this') || !editions.has('another'));
      })
      .map(({ key }) => key);
  }
  return { attest: (text) => atOnce(attesting(text)), attesting };
}

function usable(words: readonly string[]): string[] {
  return [...new Set(words.map(foldText).flatMap(withPrefixes))];
}

/** The longer words that a word is a part of, in scripts where no space shows where a word ends. */
function wholesOf(text: string, others: readonly string[]): string[] {
  if (needsBoundary(text.charCodeAt(0)) || needsBoundary(text.charCodeAt(text.length - 1))) return [];
  return others.filter((other) => other !== text && other.includes(text));
}

/** A folded text with the keywords in it. */
interface Searched {
  text: string;
  matches: readonly KeywordMatch[];
  window: MatchWindow;
}

/** Adds what one text holds. */
function* noting(
  findings: Findings,
  { text, matches, window }: Searched,
  keywords: readonly Keyword[],
  readers: readonly EditionReader[],
): Steps<void> {
  let stepEnd = STEP_LOOKS;
  for (const [index, match] of matches.entries()) {
    if (index + window.looked >= stepEnd) {
      yield;
      stepEnd = index + window.looked + STEP_LOOKS;
    }
    const keyword = keywords[match.keyword];
    if (!keyword || keyword.kind === 'not-meant') continue;
    if (keyword.kind === 'name') {
      const editions = findings.editions.get(keyword.event) ?? new Set();
      // Nothing that follows can take this edition away again.
      if (editions.has('this')) continue;
      // A name inside a longer one ("Devcon" in "Devcon 7") is that one's business.
      const inLonger = (cover: KeywordMatch): boolean => isCover(keywords, cover) && isLonger(cover, match);
      if (window.contains(index, inLonger)) continue;
      const edition = readers[keyword.event]?.read(keyword.text, text, match.textEnd);
      if (edition) findings.editions.set(keyword.event, editions.add(edition));
    } else if (!findings[keyword.kind]) {
      const { wholes } = keyword;
      const meansOther = (outer: KeywordMatch): boolean =>
        isCover(keywords, outer) ||
        (wholes.includes(keywords[outer.keyword]?.text ?? '') && isLonger(outer, match));
      findings[keyword.kind] = !window.contains(index, meansOther);
    }
  }
}

/** Whether an occurrence decides what the words inside it mean. */
function isCover(keywords: readonly Keyword[], { keyword }: KeywordMatch): boolean {
  const kind = keywords[keyword]?.kind;
  return kind === 'name' || kind === 'not-meant';
}

function isLonger(outer: KeywordMatch, inner: KeywordMatch): boolean {
  return outer.end - outer.start > inner.end - inner.start;
}
