import type { Catalog } from '../../catalog/index.ts';
import { BOOKING_WORDS } from '../../catalog/booking-words.ts';
import { PRESENCE_WORDS } from '../../catalog/presence-words.ts';
import { type Steps, atOnce } from '../../mail/slices.ts';
import { blankingSteps } from './address-blanking.ts';
import { type Edition, EditionReader } from './editions.ts';
import { foldText, foldingSteps } from './folding.ts';
import { KeywordAutomaton } from './keyword-automaton.ts';
import { NOT_MEANT, withPrefixes } from './keyword-usage.ts';
import { Mentions } from './mentions.ts';

/** The decoded text of a mail; the parts may repeat the body. */
export interface MailText {
  subject: string;
  body: string;
  parts: readonly string[];
}

/** Decides which events a mail attests; built once for a catalog. */
export interface Classifier {
  /** Keys of the events named in the text, if it also holds a booking word and a presence word; in catalog order. */
  attest(text: MailText): string[];
  /** {@link attest} in steps, whose number depends only on the length of the text. */
  attesting(text: MailText): Steps<string[]>;
}

/**
 * Builds the classifier. All names and words go into one automaton, so that a mail is read once.
 *
 * Beyond the three lists, these do not count: a booking or presence word inside an event's name ("DWeb *Camp*", "*Demo
 * Day*"), inside a phrase with another meaning ("in *order* to") or inside a longer word of the other list (*入場*券);
 * words in addresses; and a name that means another edition of a series ("EDCON 2023"), unless this one is named too.
 */
export function createClassifier(catalog: Catalog): Classifier {
  const names = catalog.events.flatMap((event) => {
    const reader = new EditionReader(event);
    return event.names.map((name) => ({ event: event.key, reader, text: foldText(name) }));
  });
  const automaton = new KeywordAutomaton({
    name: names.map(({ text }) => text),
    notMeant: NOT_MEANT.map(foldText),
    booking: usable(BOOKING_WORDS),
    presence: usable(PRESENCE_WORDS),
  });

  /** The editions of each event that are meant. */
  function* meaning(mentions: Mentions): Steps<Map<string, Set<Edition>>> {
    const editions = new Map<string, Set<Edition>>();
    for (const [{ keywords }, numbers] of mentions.names) {
      for (const { event, reader, text } of keywords.flatMap((keyword) => names[keyword] ?? [])) {
        const meant = editions.get(event) ?? new Set();
        for (const number of numbers) meant.add(reader.read(text, number));
        editions.set(event, meant);
      }
      yield;
    }
    return editions;
  }

  function* attesting({ subject, body, parts }: MailText): Steps<string[]> {
    const mentions = new Mentions(automaton);
    for (const text of new Set([subject, body, ...parts])) {
      yield* mentions.add(yield* blankingSteps(yield* foldingSteps(text)));
    }
    if (!mentions.booking || !mentions.presence) return [];
    const editions = yield* meaning(mentions);
    return catalog.events
      .map(({ key }) => key)
      .filter((key) => {
        const meant = editions.get(key);
        return meant !== undefined && (meant.has('this') || !meant.has('another'));
      });
  }
  return { attest: (text) => atOnce(attesting(text)), attesting };
}

function usable(words: readonly string[]): string[] {
  return [...new Set(words.map(foldText).flatMap(withPrefixes))];
}
