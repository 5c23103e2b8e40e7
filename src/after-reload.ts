/**
 * What the page says after a sign-in or sign-out has ended what it showed: it is loaded anew then, and words that were
 * said before would be gone.
 */
import type { KeptText } from './storage.ts';

/** What another tab did. */
type Elsewhere = 'sign-out' | 'sign-in';
/** What the person did here. */
export type Farewell = 'signed-out' | 'signed-out-unheard' | 'account-deleted' | 'erased';

const KEY = 'ended';

const ELSEWHERE: Readonly<Record<Elsewhere, string>> = {
  'sign-out': 'You disconnected in another tab, so this one was emptied too.',
  'sign-in': 'You signed in in another tab. This one shows the same account now.',
};

const FAREWELLS: Readonly<Record<Farewell, string>> = {
  'signed-out': 'Signed out. This device is empty; your account at the server is unchanged.',
  'signed-out-unheard':
    'Signed out, and this device is empty. Not everybody could be told: the sign-in at the server ends by itself within 12 hours, the permission to read your mail within one.',
  'account-deleted':
    'Your account and all that hung on it were deleted at the server, and this device is empty.',
  erased: 'Everything was erased from this device. Your mailbox, or the file, was not touched.',
};

/** Before the page is loaded anew. */
export function noteEnd(storage: KeptText, by: Elsewhere | Farewell): void {
  try {
    storage.setItem(KEY, by);
  } catch {
    // Without storage the page begins anew all the same, and says nothing.
  }
}

/** After it was: the words, once. Those about another tab pass; a farewell stays until the person goes on. */
export function takeEnd(storage: KeptText): { elsewhere: string | null; farewell: string | null } {
  const by = storage.getItem(KEY) ?? '';
  storage.removeItem(KEY);
  return { elsewhere: wordsFor(ELSEWHERE, by), farewell: wordsFor(FAREWELLS, by) };
}

function wordsFor(words: Readonly<Record<string, string>>, by: string): string | null {
  return Object.hasOwn(words, by) ? (words[by] ?? null) : null;
}
