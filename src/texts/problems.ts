/** A headline and a way on for every error: what happened, what is safe, what to do next. */
import type { AppError, ErrorCode } from '../../worker/contract.ts';
import { textsOf } from '../language/language.ts';
import { errorText } from './errors.ts';
import { headlineTexts, problemTexts } from './en/problems.ts';

/**
 * The button that helps: trying again, signing in, allowing reading, another file, comparing again, reloading, or none.
 */
export type WayOn = 'retry' | 'sign-in' | 'allow' | 'file' | 'compare' | 'reload' | 'none';

export const WAYS_ON: Readonly<Record<ErrorCode, WayOn>> = {
  psi_account_setup: 'retry',
  create_account_failed: 'retry',
  update_keys_failed: 'retry',
  user_lookup_failed: 'retry',
  sign_in_failed: 'sign-in',
  sign_in_limited: 'sign-in',
  id_token_expired: 'sign-in',
  id_token_audience: 'reload',
  id_token_unsigned: 'reload',
  id_token_nonce: 'reload',
  id_token_unverified: 'sign-in',
  id_token_used: 'sign-in',
  id_token_invalid: 'reload',
  provider_silent: 'sign-in',
  signed_out: 'sign-in',
  session_expired: 'sign-in',
  session_ended: 'sign-in',
  session_invalid: 'sign-in',
  other_address: 'allow',
  grant_withheld: 'reload',
  profile_failed: 'retry',
  emails_failed: 'retry',
  email_failed: 'retry',
  fetch_attempts_reached: 'retry',
  listing_failed: 'retry',
  token_expired: 'allow',
  scopes_missing: 'allow',
  organiser_unknown: 'none',
  catalog_unknown: 'none',
  catalog_mismatch: 'retry',
  catalog_invalid: 'retry',
  catalog_changed: 'none',
  offline: 'retry',
  server_unavailable: 'retry',
  mbox_empty: 'file',
  mbox_not_a_mailbox: 'file',
  mbox_unreadable: 'file',
  scan_running: 'none',
  scan_needed: 'none',
  comparison_running: 'compare',
  comparison_failed: 'compare',
  disclosure_refused: 'compare',
  disclosure_unknown: 'none',
  nothing_selected: 'none',
  storage_full: 'retry',
  storage_failed: 'reload',
  emptied_elsewhere: 'reload',
  blob_access_denied: 'sign-in',
  blob_store_missing: 'retry',
  blob_store_suspended: 'retry',
  blob_not_found: 'retry',
  blob_unavailable: 'retry',
  blob_rate_limited: 'retry',
  blob_bad_request: 'sign-in',
  blob_aborted: 'retry',
  blob_unknown: 'retry',
  unexpected: 'retry',
};

/** What is safe and what to do, for the errors with fixed texts, which say what happened in a developer's words. */
const FIXED = {
  psi_account_setup: 'unchanged',
  create_account_failed: 'unchanged',
  update_keys_failed: 'unchanged',
  user_lookup_failed: 'unchanged',
  profile_failed: 'unchanged',
  emails_failed: 'readIsKept',
  email_failed: 'readIsKept',
  fetch_attempts_reached: 'readIsKept',
  listing_failed: 'readIsKept',
} as const satisfies Partial<Record<ErrorCode, 'unchanged' | 'readIsKept'>>;

function isFixed(code: ErrorCode): code is keyof typeof FIXED {
  return Object.hasOwn(FIXED, code);
}

/** The errors that also appear as a toast. */
export const TOASTED: ReadonlySet<ErrorCode> = new Set([
  'psi_account_setup',
  'create_account_failed',
  'update_keys_failed',
  'user_lookup_failed',
]);

export interface ProblemText {
  title: string;
  /** The rest: what is safe and what to do next. */
  lines: string[];
  way: WayOn;
}

/**
 * What a screen says about an error. The first sentence of several is its headline.
 *
 * @param found whether something was found before, which a wrong file leaves as it is
 */
export function problemText(error: AppError, found = false): ProblemText {
  const { code } = error;
  const words = errorText(error);
  const way = WAYS_ON[code];
  const texts = textsOf(problemTexts);
  const kept = found && way === 'file' ? [texts.foundIsKept] : [];
  if (isFixed(code)) {
    return { title: textsOf(headlineTexts)[code], lines: [words, texts[FIXED[code]]], way };
  }
  const [, first = words, rest = ''] = /^(.+?)\.\s+(.+)$/s.exec(words) ?? [];
  return { title: first.replace(/\.$/, ''), lines: [...(rest === '' ? [] : [rest]), ...kept], way };
}
