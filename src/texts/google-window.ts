/** What the sheet says before Google's window opens, and after it gave no token. */
import type { ProviderToken } from '../../worker/contract.ts';
import { missingScopes, type SignInPurpose } from '../auth/scopes.ts';
import { listOf } from './amounts.ts';
import { scopeWords } from './scopes.ts';

/** Why the window gave no token: refused in it, closed, never opened, or something else. */
export type WindowEnd = 'declined' | 'closed' | 'blocked' | 'failed';

const SAFE = 'Nothing was read, and what is on this device is unchanged.';
const AGAIN = 'Press Continue with Google to try again.';

/** What happened, what is safe, and what to do next. */
export const WINDOW_ENDS: Readonly<Record<WindowEnd, string>> = {
  declined: `You did not allow it. ${SAFE} ${AGAIN}`,
  closed: `Google’s window was closed before it was done. ${SAFE} ${AGAIN}`,
  blocked: `The browser blocked Google’s window. ${SAFE} Allow pop-up windows for this site, then press Continue with Google again.`,
  failed: `Google did not complete the sign-in. ${SAFE} ${AGAIN}`,
};

/** What is not allowed yet, for somebody who signed in before without it; else nothing. */
export function leftOutSentence(token: ProviderToken | null, purpose: SignInPurpose): string {
  const missing = token === null ? [] : missingScopes(token.scope, purpose).map(scopeWords);
  return missing.length === 0
    ? ''
    : `Not allowed so far: ${listOf(missing)}. Google’s window has a box for it; tick it to go on.`;
}
