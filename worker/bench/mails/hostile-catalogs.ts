/** Catalogs that would make the search for names slow. */
import { CATALOG, type Catalog, publishable } from '../../../catalog/index.ts';

/** The limits on a catalog (`catalog/schema.ts`). */
const MAX_EVENTS = 40;
const MAX_NAMES = 20;
const LONGEST_NAME = 80;

/** A catalog with these names, in as many events as they need. */
function withNames(names: readonly string[]): Catalog {
  const [sample] = CATALOG.events;
  if (sample === undefined) throw new Error('The built-in catalog has no event.');
  const count = Math.min(MAX_EVENTS, Math.ceil(names.length / MAX_NAMES));
  const events = Array.from({ length: count }, (_, at) => {
    return { ...sample, key: `event${at}`, names: names.slice(at * MAX_NAMES, (at + 1) * MAX_NAMES) };
  });
  return publishable({ organiser: CATALOG.organiser, events, interests: [] });
}

/**
 * Names of three and more words, which repeat the given ones in turn. Each name begins and ends with the shorter ones.
 */
function repeated(...words: string[]): string[] {
  const names: string[] = [];
  for (let name = words.join(' '), at = 0; name.length <= LONGEST_NAME; at += 1) {
    if (name.split(' ').length >= 3) names.push(name);
    name += ` ${words[at % words.length]}`;
  }
  return names;
}

/** Names of one repeated letter, each nested in all longer ones. */
export const NESTED_NAMES = withNames(repeated('a'));

/** Names of two letters in turn; each ends in many others. */
export const ALTERNATING_NAMES = withNames([...repeated('x', 'y'), ...repeated('y', 'x')]);

/** As many names as a catalog may have, all of them the same words. */
export const EQUAL_NAMES = withNames(
  Array.from(
    { length: MAX_EVENTS * MAX_NAMES },
    (_, at) => `abc${'!'.repeat(at % 8)}${'?'.repeat((at >> 3) % 3)}`,
  ),
);
