/** The rules of a catalog (`schema.ts`) that concern more than one value. */
import type { z } from 'zod';
import { type Asked, type Asking, factNames } from './facts.ts';
import { isPlatform } from './platforms.ts';
import { isAddress } from './senders.ts';
import { SLOT_COUNT, slotOf } from './slot.ts';
import { BUILT_IN_SLUG } from './slug.ts';

/**
 * Limits on all names together. The matcher's table has a row for each character and a column for each distinct one.
 * Characters are counted as the matcher reads them: one sign (㍿) may stand for several letters.
 */
const MAX_NAME_CHARACTERS = 8_000;
const MAX_DIFFERENT_CHARACTERS = 1_000;

/** The counter in a fact's subject, raised until its slot is free. */
const COUNTER = /^(?:0|[1-9]\d{0,5})$/;

/** Checks that keys are unique and all facts find a slot. */
export function checkKeys(draft: Asked, context: z.RefinementCtx): void {
  const keys = new Set<string>();
  for (const list of ['events', 'interests'] as const) {
    for (const [index, { key }] of draft[list].entries()) {
      if (keys.has(key)) {
        context.addIssue({ code: 'custom', message: 'each key once', path: [list, index, 'key'] });
      }
      keys.add(key);
    }
  }
  if (factNames(draft).length > SLOT_COUNT) {
    context.addIssue(`more than ${SLOT_COUNT} facts: an event makes two, an interest one`);
  }
}

/** Checks that subjects are `slug/counter/id` and no two facts share a slot. */
export function checkFacts(
  catalog: Asking & { organiser: { slug: string } },
  context: z.RefinementCtx,
): void {
  const { slug } = catalog.organiser;
  const names = factNames(catalog);
  if (names.length !== catalog.facts.length) {
    context.addIssue({ code: 'custom', message: 'one for each fact', path: ['facts'] });
    return;
  }
  const slots = new Set<number>();
  for (const [index, { id, subject }] of catalog.facts.entries()) {
    const wrong = (message: string): void =>
      context.addIssue({ code: 'custom', message, path: ['facts', index] });
    if (id !== names[index]?.id) wrong('the facts of the events and interests, in their order');
    const counter = subject.slice(slug.length + 1, -id.length - 1);
    if (!COUNTER.test(counter) || subject !== `${slug}/${counter}/${id}`) {
      wrong('a subject of the form slug/counter/id');
    }
    if (slots.has(slotOf(subject))) wrong('a slot of its own');
    slots.add(slotOf(subject));
  }
}

/**
 * Whether a name is long enough to search for: three letters or digits, or two in a script where one letter can be a
 * word.
 */
export function isTelling(name: string): boolean {
  const letters = name.normalize('NFKD').match(/[\p{Letter}\p{Number}]/gu) ?? [];
  const least = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(name) ? 2 : 3;
  return letters.length >= least;
}

/** Checks that the names of all events together fit the matcher. */
export function checkNames(
  { events }: { events: readonly { names: readonly string[] }[] },
  context: z.RefinementCtx,
): void {
  const written = events.flatMap(({ names }) => names).join('');
  // Normalising a longer text may take time that grows with its square.
  const text = written.length > MAX_NAME_CHARACTERS ? written : written.normalize('NFKC');
  if (text.length <= MAX_NAME_CHARACTERS && new Set(text).size <= MAX_DIFFERENT_CHARACTERS) return;
  context.addIssue({
    code: 'custom',
    message: `more than ${MAX_NAME_CHARACTERS} characters in all names, or ${MAX_DIFFERENT_CHARACTERS} different ones`,
    path: ['events'],
  });
}

/** Checks that a platform is named by exact addresses only, except in the built-in organiser's catalog. */
export function checkPlatforms(
  { organiser, events }: { organiser: { slug: string }; events: readonly { senders: readonly string[] }[] },
  context: z.RefinementCtx,
): void {
  if (organiser.slug === BUILT_IN_SLUG) return;
  for (const [at, { senders }] of events.entries()) {
    for (const [index, sender] of senders.entries()) {
      if (isAddress(sender) || !isPlatform(sender)) continue;
      context.addIssue({
        code: 'custom',
        message: 'a platform’s exact address, not its domain',
        path: ['events', at, 'senders', index],
      });
    }
  }
}

export function isDistinct(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}
