/** An event of the built-in catalog for test mails, whichever events the catalog has. */
import { CATALOG, senderDomain } from '../../../catalog/index.ts';
import type { CatalogEvent } from '../../../catalog/index.ts';

/** Single-word names without a number, as searched for in text. */
function wordsOf({ names }: CatalogEvent): string[] {
  return names.filter((name) => /^\p{L}+$/u.test(name)).map((name) => name.toLowerCase());
}

/** Such names of all events. */
export const NAME_WORDS: readonly string[] = CATALOG.events.flatMap(wordsOf);

/** An event of a numbered series, where the text after the name must be read too. */
function ofSeries(): CatalogEvent {
  const event = CATALOG.events.find(
    (candidate) => wordsOf(candidate).length > 0 && candidate.names.some((name) => /\d/.test(name)),
  );
  if (event === undefined) throw new Error('The built-in catalog has no event of a series.');
  return event;
}

const event = ofSeries();

export const SAMPLE_EVENT = {
  key: event.key,
  name: event.name,
  word: wordsOf(event)[0] ?? '',
  domain: senderDomain(event.senders[0] ?? ''),
};
