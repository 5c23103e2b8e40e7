import {
  type Catalog,
  type CatalogEvent,
  isAddress,
  isPlatform,
  senderDomain,
} from '../../../catalog/index.ts';
import { BOOKING_WORDS } from '../../../catalog/booking-words.ts';
import type { Activity } from '../../contract.ts';
import { foldText } from '../../evidence/folding.ts';
import type { HeaderRecord } from '../../records.ts';

/** One search of a scan's plan. */
export interface Search {
  /** Gmail's search text. */
  q: string;
  /** Shown during the search. */
  activity: Activity;
}

/**
 * Longest list of words, and of terms, in one search, in characters. Gmail documents no limit; together they stay below
 * the 2,048 characters that its own search box accepts.
 */
const LONGEST_WORD_LIST = 900;
const LONGEST_TERM_LIST = 1_140;

/**
 * The searches of a scan: one for each event, or more for one with many names, for mail from the organiser or with the
 * event's name. Mail from a shared platform is found by name: attesting needs the name anyway, and a search for the
 * platform would find every ticket that the person ever bought.
 */
export function searchesOf({ events }: Catalog): Search[] {
  return events.flatMap((event) => {
    const activity: Activity = { kind: 'searching', sender: searchable(event)[0] ?? event.name };
    return inLists(termsOf(event), LONGEST_TERM_LIST).map((terms) => ({ q: either(terms), activity }));
  });
}

/**
 * Searches that narrow the hits of {@link searchesOf} if there are many, as for somebody with newsletters about these
 * events: the same mail with a booking word, which every attesting mail has. Terms and words are spread over several
 * searches; a mail counts if any of them finds it.
 */
export function narrowingOf({ events }: Catalog): Search[] {
  const words = inLists(phrasesOf(BOOKING_WORDS), LONGEST_WORD_LIST);
  const terms = inLists([...new Set(events.flatMap(termsOf))], LONGEST_TERM_LIST);
  return terms.flatMap((some) =>
    words.map((list) => ({ q: `${either(some)} ${either(list)}`, activity: { kind: 'narrowing' as const } })),
  );
}

/** Spreads texts over as few lists as the limit on their length allows. */
function inLists(texts: readonly string[], longest: number): string[][] {
  const lists: string[][] = [[]];
  for (const text of texts) {
    const list = lists.at(-1) ?? [];
    if (list.length > 0 && either([...list, text]).length > longest) lists.push([text]);
    else list.push(text);
  }
  return lists;
}

function either(terms: readonly string[]): string {
  return `(${terms.join(' OR ')})`;
}

function termsOf(event: CatalogEvent): string[] {
  return [...searchable(event).map((sender) => `from:${sender}`), ...phrasesOf(event.names)];
}

/** The senders that belong to this organiser alone. */
function searchable({ senders }: CatalogEvent): string[] {
  return senders.filter((sender) => isAddress(sender) || !isPlatform(sender));
}

/** Texts as quoted phrases, without those covered by another: `devcon` finds all of `devcon 7`. */
function phrasesOf(texts: readonly string[]): string[] {
  const phrases = new Map(texts.map((text) => [` ${folded(text)} `, `"${plain(text)}"`]));
  const forms = [...phrases.keys()];
  return forms
    .filter((form) => form.trim() !== '' && !forms.some((other) => other !== form && form.includes(other)))
    .flatMap((form) => phrases.get(form) ?? []);
}

/** Lower-case words separated by single spaces, as for a search box. */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Mark}\p{Number}'’]+/gu, ' ')
    .trim();
}

/** The same without accents, width forms and apostrophes, for comparison. */
function folded(text: string): string {
  return foldText(text)
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();
}

/**
 * Makes a test for headers worth reading in a thorough scan: a sender of an event in `From` (with subdomains of a
 * domain), or an event's name in the subject.
 */
export function headerTest({ events }: Catalog): (header: HeaderRecord) => boolean {
  const senders = new Set(events.flatMap((event) => event.senders));
  const names = [...new Set(events.flatMap((event) => event.names.map((name) => ` ${folded(name)} `)))];
  return ({ from, subject }) => {
    const address = from.slice(from.lastIndexOf('<') + 1).trim();
    const sender = /^[^@]*@[a-z0-9.-]+/i.exec(address)?.[0].toLowerCase() ?? '';
    if (senders.has(sender)) return true;
    const labels = senderDomain(sender).split('.');
    if (labels.some((_, index) => senders.has(labels.slice(index).join('.')))) return true;
    const words = ` ${folded(subject)} `;
    return names.some((name) => words.includes(name));
  };
}
