/** Messages for after a reload that a sign-in or sign-out has caused; earlier ones would be lost. */
import type { KeptText } from './storage.ts';
import { textsOf } from '../language/language.ts';
import { elsewhereTexts, farewellTexts } from '../texts/en/welcome.ts';

/** What another tab did. */
type Elsewhere = 'sign-out' | 'sign-in';
/** What the person did here. */
export type Farewell = 'signed-out' | 'signed-out-unheard' | 'account-deleted' | 'erased';

const KEY = 'ended';

/** Notes the message before the reload. */
export function noteEnd(storage: KeptText, by: Elsewhere | Farewell): void {
  try {
    storage.setItem(KEY, by);
  } catch {
    // Without storage the page reloads all the same, without a message.
  }
}

/**
 * Returns the message once, after the reload. One about another tab disappears; a farewell stays until the person goes
 * on.
 */
export function takeEnd(storage: KeptText): { elsewhere: string | null; farewell: string | null } {
  const by = storage.getItem(KEY) ?? '';
  storage.removeItem(KEY);
  return {
    elsewhere: wordsFor(textsOf(elsewhereTexts), by),
    farewell: wordsFor(textsOf(farewellTexts), by),
  };
}

function wordsFor(words: Readonly<Record<string, string>>, by: string): string | null {
  return Object.hasOwn(words, by) ? (words[by] ?? null) : null;
}
