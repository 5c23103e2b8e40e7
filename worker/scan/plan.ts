import type { Catalog, CatalogEvent } from '../../catalog/index.ts';
import type { HeaderRecord } from '../records.ts';

/** One search of a scan's plan. */
export interface Search {
  /** Gmail's search text. */
  q: string;
  /** What the person reads meanwhile. */
  activity: string;
}

/**
 * The longest list of words in one search, in characters. Gmail names no limit; together with the terms of
 * every event this stays below the 2,048 characters that its own search box takes.
 */
const LONGEST_WORD_LIST = 900;

/**
 * The searches of a scan (DESIGN 5): one an event, for mail that the organiser sent or that names the event.
 * Mail of a ticket seller is found by the name: attesting it needs the name anyway, and a search for the
 * seller would bring every ticket that the person ever bought.
 */
export function searchesOf({ events }: Catalog): Search[] {
  return events.map((event) => ({
    q: either(termsOf(event)),
    activity: `Looking for tickets from ${event.senders[0] ?? event.name}`,
  }));
}

/**
 * Searches that narrow the hits of {@link searchesOf} where there are many, as in the mailbox of somebody who
 * gets newsletters about these events: the same mail, with a booking word in it, as every attestation has one
 * (DESIGN 4). The words are spread over several searches; a mail counts when any of them finds it.
 */
export function narrowingOf({ events, bookingWords }: Catalog): Search[] {
  const terms = either([...new Set(events.flatMap(termsOf))]);
  const lists: string[][] = [[]];
  for (const word of phrasesOf(bookingWords)) {
    const list = lists.at(-1) ?? [];
    if (list.length > 0 && either([...list, word]).length > LONGEST_WORD_LIST) lists.push([word]);
    else list.push(word);
  }
  return lists.map((words) => ({ q: `${terms} ${either(words)}`, activity: 'Setting newsletters aside' }));
}

function either(terms: readonly string[]): string {
  return `(${terms.join(' OR ')})`;
}

function termsOf({ senders, names }: CatalogEvent): string[] {
  return [...senders.map((sender) => `from:${sender}`), ...phrasesOf(names)];
}

/** Texts as quoted phrases, without those that another one finds as well: `devcon` finds all of `devcon 7`. */
function phrasesOf(texts: readonly string[]): string[] {
  const phrases = new Map(texts.map((text) => [` ${folded(text)} `, `"${plain(text)}"`]));
  const forms = [...phrases.keys()];
  return forms
    .filter((form) => form.trim() !== '' && !forms.some((other) => other !== form && form.includes(other)))
    .flatMap((form) => phrases.get(form) ?? []);
}

/** Words in lower case, one space apart, as a search box takes them. */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Mark}\p{Number}'’]+/gu, ' ')
    .trim();
}

/** The same without accents, width forms and apostrophes, for comparing. */
function folded(text: string): string {
  const bare = text.normalize('NFKD').replaceAll(/\p{Mark}/gu, '');
  return bare
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();
}

/**
 * A test for headers that make a mail worth reading, in a thorough scan: a sender or signer of an event in
 * `From` (subdomains too), or an event's name in the subject.
 */
export function headerTest({ events }: Catalog): (header: HeaderRecord) => boolean {
  const domains = new Set(events.flatMap(({ senders, signers }) => [...senders, ...signers]));
  const names = [...new Set(events.flatMap((event) => event.names.map((name) => ` ${folded(name)} `)))];
  return ({ from, subject }) => {
    const sender = /@([a-z0-9.-]+)/i.exec(from.slice(from.lastIndexOf('<') + 1))?.[1]?.toLowerCase() ?? '';
    const labels = sender.split('.');
    if (labels.some((_, index) => domains.has(labels.slice(index).join('.')))) return true;
    const words = ` ${folded(subject)} `;
    return names.some((name) => words.includes(name));
  };
}
