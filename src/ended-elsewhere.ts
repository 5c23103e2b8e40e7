/** What the page says after another tab has ended what it showed: it is loaded anew, and a toast would be gone. */
import type { KeptText } from './storage.ts';

type By = 'sign-out' | 'sign-in';

const KEY = 'ended-elsewhere';

const WORDS: Readonly<Record<By, string>> = {
  'sign-out': 'You disconnected in another tab, so this one was emptied too.',
  'sign-in': 'You signed in in another tab. This one shows the same account now.',
};

/** Before the page is loaded anew. */
export function noteEnd(storage: KeptText, by: By): void {
  try {
    storage.setItem(KEY, by);
  } catch {
    // Without storage the page begins anew all the same, and says nothing.
  }
}

/** After it was: the words, once; null when nothing had ended. */
export function takeEnd(storage: KeptText): string | null {
  const by = storage.getItem(KEY);
  storage.removeItem(KEY);
  return by === 'sign-out' || by === 'sign-in' ? WORDS[by] : null;
}
