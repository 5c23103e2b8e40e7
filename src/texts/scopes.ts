/** The permissions that reading takes, in plain words, and what is said where one of them was left out. */
import type { MailGrant } from '../../worker/contract.ts';
import { GMAIL_READONLY, missingScopes } from '../auth/scopes.ts';
import { listOf } from './amounts.ts';

/** What a scope lets Waystamp do. */
export function scopeWords(scope: string): string {
  if (scope === 'email') return 'your address';
  if (scope === 'profile') return 'your name';
  return 'reading your mail (read-only)';
}

/** What lacks without a scope. */
function needOf(scope: string): string {
  if (scope === 'email') return 'Your address is needed to compare: only mail that was sent to it counts.';
  if (scope === GMAIL_READONLY) return 'Without reading your mail, nothing can be found in this account.';
  return 'Your name is asked for along with the other two, and reading begins only with all three.';
}

export interface MissingScopes {
  /** Names exactly what was left out. */
  title: string;
  /** What for it is needed, and what to do. */
  lines: string[];
}

/** What a grant leaves out; null when there is none, or when nothing was left out. */
export function missingWords(grant: MailGrant | null): MissingScopes | null {
  const missing = grant === null ? [] : missingScopes(grant.scope);
  if (missing.length === 0) return null;
  const names = listOf(missing.map(scopeWords));
  const it = missing.length === 1 ? 'it' : missing.length === 2 ? 'both' : 'all three';
  return {
    title: `Not allowed yet: ${names}`,
    lines: [...missing.map(needOf), `Press Allow reading again and tick ${it}, or import a mailbox file.`],
  };
}

/** The same in the sheet that asks again; nothing when nothing was left out. */
export function leftOutSentence(grant: MailGrant | null): string {
  const missing = grant === null ? [] : missingScopes(grant.scope).map(scopeWords);
  if (missing.length === 0) return '';
  const boxes = missing.length === 1 ? 'a box for it; tick it' : 'boxes for them; tick them';
  return `Not allowed so far: ${listOf(missing)}. The next page has ${boxes} to go on.`;
}
