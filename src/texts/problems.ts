/** A headline and a way on for every error (DESIGN 10; LOOK "Tone": what happened, what is safe, what to do next). */
import type { AppError, ErrorCode } from '../../worker/contract.ts';

/** The button that helps: the same again, signing in, allowing to read, another file, comparing anew, reloading, or none. */
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

const KEPT = 'What was read is kept on this device. Wait a moment, then go on.';
const UNTOUCHED = 'What is on this device is unchanged. Please try again.';

/**
 * The errors whose words DESIGN 10 fixes: they say what happened in the language of the one who built it, so the
 * screen adds a headline, what is safe, and what to do next.
 */
const FIXED: Readonly<Partial<Record<ErrorCode, { title: string; more: string }>>> = {
  psi_account_setup: { title: 'Your account could not be set up', more: UNTOUCHED },
  create_account_failed: { title: 'Your account could not be made', more: UNTOUCHED },
  update_keys_failed: { title: 'New keys could not be announced', more: UNTOUCHED },
  user_lookup_failed: { title: 'The server could not look up your account', more: UNTOUCHED },
  profile_failed: { title: 'The mailbox did not tell your address', more: UNTOUCHED },
  emails_failed: { title: 'The mailbox stopped answering', more: KEPT },
  email_failed: { title: 'A mail could not be fetched', more: KEPT },
  fetch_attempts_reached: { title: 'The mailbox stopped answering', more: KEPT },
  listing_failed: { title: 'The mailbox could not be listed', more: KEPT },
};

/** The errors that DESIGN 10 also wants as a toast. */
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
 * What a screen says about an error. The first sentence of a longer message is its headline.
 *
 * @param found whether something was found before, which a wrong file leaves as it is
 */
export function problemText({ code, message }: AppError, found = false): ProblemText {
  const way = WAYS_ON[code];
  const kept = found && way === 'file' ? ['What was found before is kept.'] : [];
  const fixed = FIXED[code];
  if (fixed !== undefined) return { title: fixed.title, lines: [message, fixed.more], way };
  const [, first = message, rest = ''] = /^(.+?)\.\s+(.+)$/s.exec(message) ?? [];
  return { title: first.replace(/\.$/, ''), lines: [...(rest === '' ? [] : [rest]), ...kept], way };
}
