import type { Catalog, EventKey } from '../../catalog/index.ts';
import type { HeaderRecord } from '../records.ts';

/** One search of a scan's plan. */
export interface Search {
  event: EventKey;
  /** Gmail's search text. */
  q: string;
  /** What the person reads meanwhile. */
  activity: string;
}

/**
 * The searches of a scan (DESIGN 5): one an event, for mail that the organiser sent or that names the event.
 * Mail of a ticket seller is found by the name: attesting it needs the name anyway, and a search for the
 * seller would bring every ticket that the person ever bought.
 */
export function searchesOf(catalog: Catalog): Search[] {
  return catalog.events.map(({ key, senders, names }) => {
    const terms = [
      ...senders.map((sender) => `from:${sender}`),
      ...phrasesOf(names).map((phrase) => `"${phrase}"`),
    ];
    return {
      event: key,
      q: `(${terms.join(' OR ')})`,
      activity: `Looking for tickets from ${senders[0] ?? key}`,
    };
  });
}

/**
 * Names as search phrases: folded words, and no phrase that another one finds as well (`devcon` finds all
 * that `devcon 7` would).
 */
function phrasesOf(names: readonly string[]): string[] {
  const phrases = [...new Set(names.map(folded).filter((phrase) => phrase !== ''))];
  return phrases.filter(
    (phrase) => !phrases.some((other) => other !== phrase && ` ${phrase} `.includes(` ${other} `)),
  );
}

/** Words in lower case without accents and width forms, one space apart. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();
}

/**
 * A test for headers that make a mail worth reading, in a thorough scan: a sender or signer of an event in
 * `From` (subdomains too), or an event's name in the subject.
 */
export function headerTest(catalog: Catalog): (header: HeaderRecord) => boolean {
  const domains = new Set(catalog.events.flatMap(({ senders, signers }) => [...senders, ...signers]));
  const phrases = phrasesOf(catalog.events.flatMap(({ names }) => names)).map((phrase) => ` ${phrase} `);
  return ({ from, subject }) => {
    const sender = /@([a-z0-9.-]+)/i.exec(from.slice(from.lastIndexOf('<') + 1))?.[1]?.toLowerCase() ?? '';
    const labels = sender.split('.');
    if (labels.some((_, index) => domains.has(labels.slice(index).join('.')))) return true;
    const words = ` ${folded(subject)} `;
    return phrases.some((phrase) => words.includes(phrase));
  };
}
