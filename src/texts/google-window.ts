/** What *Allow reading* says before the provider is asked, and after Google's window gave no token. */
import type { MailGrant } from '../../worker/contract.ts';
import { missingScopes } from '../auth/scopes.ts';
import { listOf } from './amounts.ts';
import { scopeWords } from './scopes.ts';

/** Why the window gave no token: refused in it, closed, never opened, or something else. */
export type WindowEnd = 'declined' | 'closed' | 'blocked' | 'failed';

const SAFE = 'Nothing was read, and what is on this device is unchanged.';
const AGAIN = 'Press Allow reading to try again.';

/** What happened, what is safe, and what to do next. */
export const WINDOW_ENDS: Readonly<Record<WindowEnd, string>> = {
  declined: `You did not allow it. ${SAFE} ${AGAIN}`,
  closed: `Google’s window was closed before it was done. ${SAFE} ${AGAIN}`,
  blocked: `The browser blocked Google’s window. ${SAFE} Allow pop-up windows for this site, then press Allow reading again.`,
  failed: `Google did not answer as expected. ${SAFE} ${AGAIN}`,
};

/** What is not allowed yet, for somebody who left out a part before; else nothing. */
export function leftOutSentence(grant: MailGrant | null): string {
  const missing = grant === null ? [] : missingScopes(grant.scope).map(scopeWords);
  return missing.length === 0
    ? ''
    : `Not allowed so far: ${listOf(missing)}. The next page has a box for it; tick it to go on.`;
}
