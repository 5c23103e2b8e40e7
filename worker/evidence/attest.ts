import type { Catalog, EventKey } from '../../catalog/index.ts';
import { withoutAddresses } from './address-blanking.ts';
import { type Edition, EditionReader } from './editions.ts';
import { foldText } from './folding.ts';
import { KeywordAutomaton, type KeywordMatch } from './keyword-automaton.ts';
import { NOT_MEANT, withPrefixes } from './keyword-usage.ts';
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
}

type Keyword =
  | { kind: 'name'; event: number; text: string }
  | { kind: 'booking' | 'presence'; text: string; wholes: readonly string[] }
  | { kind: 'not-meant'; text: string };

interface Span {
  start: number;
  end: number;
}

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

  return {
    attest({ subject, body, parts }) {
      const findings: Findings = { booking: false, presence: false, editions: new Map() };
      for (const text of new Set([subject, body, ...parts])) {
        const folded = withoutAddresses(foldText(text));
        note(findings, automaton.search(folded), keywords, readers, folded);
      }
      if (!findings.booking || !findings.presence) return [];
      return catalog.events
        .filter((_, event) => {
          const editions = findings.editions.get(event);
          return editions !== undefined && (editions.has('this') || !editions.has('another'));
        })
        .map(({ key }) => key);
    },
  };
}

function usable(words: readonly string[]): string[] {
  return [...new Set(words.map(foldText).flatMap(withPrefixes))];
}

/** The longer words that a word is a part of, in scripts where no space shows where a word ends. */
function wholesOf(text: string, others: readonly string[]): string[] {
  if (needsBoundary(text.charCodeAt(0)) || needsBoundary(text.charCodeAt(text.length - 1))) return [];
  return others.filter((other) => other !== text && other.includes(text));
}

/** Adds what one text holds. */
function note(
  findings: Findings,
  matches: readonly KeywordMatch[],
  keywords: readonly Keyword[],
  readers: readonly EditionReader[],
  text: string,
): void {
  const covers: Span[] = [];
  for (const match of matches) {
    const keyword = keywords[match.keyword];
    if (keyword?.kind === 'name' || keyword?.kind === 'not-meant') covers.push(match);
  }
  for (const match of matches) {
    const keyword = keywords[match.keyword];
    if (!keyword || keyword.kind === 'not-meant') continue;
    if (keyword.kind === 'name') {
      // A name inside a longer one ("Devcon" in "Devcon 7") is that one's business.
      if (covers.some((cover) => isLonger(cover, match))) continue;
      const editions = findings.editions.get(keyword.event) ?? new Set();
      const edition = readers[keyword.event]?.read(keyword.text, text, match.textEnd);
      if (edition) findings.editions.set(keyword.event, editions.add(edition));
    } else if (!findings[keyword.kind]) {
      findings[keyword.kind] =
        !covers.some((cover) => cover.start <= match.start && match.end <= cover.end) &&
        !isPart(keyword.wholes, match, matches, keywords);
    }
  }
}

/** Whether a match lies within one of these longer words. */
function isPart(
  wholes: readonly string[],
  match: Span,
  matches: readonly KeywordMatch[],
  keywords: readonly Keyword[],
): boolean {
  if (wholes.length === 0) return false;
  return matches.some(
    (other) => wholes.includes(keywords[other.keyword]?.text ?? '') && isLonger(other, match),
  );
}

function isLonger(cover: Span, match: Span): boolean {
  return (
    cover.start <= match.start && match.end <= cover.end && cover.end - cover.start > match.end - match.start
  );
}
