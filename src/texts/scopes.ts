/** The permissions that reading takes, in plain words, and what is said where one of them was left out. */
import type { MailGrant } from '../../worker/contract.ts';
import { GMAIL_READONLY, missingScopes } from '../auth/scopes.ts';
import { textsOf } from '../language/language.ts';
import { listOf } from './amounts.ts';
import { scopeTexts } from './en/reading.ts';

/** What a scope lets Waystamp do. */
export function scopeWords(scope: string): string {
  const { email, profile, mail } = textsOf(scopeTexts);
  if (scope === 'email') return email;
  return scope === 'profile' ? profile : mail;
}

/** What lacks without a scope. */
function needOf(scope: string): string {
  const { needEmail, needMail, needProfile } = textsOf(scopeTexts);
  if (scope === 'email') return needEmail;
  return scope === GMAIL_READONLY ? needMail : needProfile;
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
  const { notYet, tickOne, tickBoth, tickThree } = textsOf(scopeTexts);
  const tick = missing.length === 1 ? tickOne : missing.length === 2 ? tickBoth : tickThree;
  return {
    title: notYet({ names: listOf(missing.map(scopeWords)) }),
    lines: [...missing.map(needOf), tick],
  };
}

/** The same in the sheet that asks again; nothing when nothing was left out. */
export function leftOutSentence(grant: MailGrant | null): string {
  const missing = grant === null ? [] : missingScopes(grant.scope).map(scopeWords);
  return missing.length === 0 ? '' : textsOf(scopeTexts).leftOut(missing.length, { names: listOf(missing) });
}
