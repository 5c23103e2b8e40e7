/** A headline and a way on for every error (DESIGN 10; LOOK "Tone": what happened, what is safe, what to do next). */
import type { AppError, ErrorCode } from '../../worker/contract.ts';

/** The button that helps: try the same again, sign in again, choose another file, or reload the page. */
export type WayOn = 'retry' | 'sign-in' | 'file' | 'compare' | 'reload' | 'wait';

interface ProblemText {
  title: string;
  way: WayOn;
  /** Said below the message where the message alone (its words are fixed by DESIGN 10) does not say it. */
  more?: string;
}

const KEPT = 'What was read is kept on this device.';
const UNTOUCHED = 'Nothing was sent, and what is on this device is unchanged.';

export const PROBLEM_TEXTS: Readonly<Record<ErrorCode, ProblemText>> = {
  psi_account_setup: {
    title: 'Your account could not be set up',
    way: 'retry',
    more: `${UNTOUCHED} Please try again.`,
  },
  create_account_failed: { title: 'Your account could not be made', way: 'retry', more: UNTOUCHED },
  update_keys_failed: { title: 'New keys could not be announced', way: 'retry', more: UNTOUCHED },
  user_lookup_failed: { title: 'The server did not find out who you are', way: 'retry', more: UNTOUCHED },
  sign_in_failed: { title: 'You are not signed in', way: 'sign-in' },
  signed_out: { title: 'You are signed out', way: 'sign-in' },
  profile_failed: {
    title: 'The mailbox did not tell your address',
    way: 'retry',
    more: `${KEPT} Try again in a moment.`,
  },
  emails_failed: {
    title: 'The mailbox stopped answering',
    way: 'retry',
    more: `${KEPT} Resume when you like.`,
  },
  email_failed: { title: 'A mail could not be read', way: 'retry', more: `${KEPT} Resume when you like.` },
  fetch_attempts_reached: {
    title: 'The mailbox stopped answering',
    way: 'retry',
    more: `${KEPT} Wait a moment, then resume.`,
  },
  listing_failed: {
    title: 'The mailbox could not be listed',
    way: 'retry',
    more: `${KEPT} Resume when you like.`,
  },
  token_expired: { title: 'Your sign-in has run out', way: 'sign-in' },
  scopes_missing: { title: 'Waystamp may not read your mail yet', way: 'sign-in' },
  offline: { title: 'You are offline', way: 'retry' },
  server_unavailable: { title: 'The server does not answer', way: 'retry' },
  mbox_empty: { title: 'This file holds no mail', way: 'file' },
  mbox_not_a_mailbox: { title: 'This file is not a mailbox', way: 'file' },
  mbox_unreadable: { title: 'This file could not be read to its end', way: 'file' },
  scan_running: { title: 'A scan is running already', way: 'wait' },
  scan_needed: { title: 'There is nothing to compare yet', way: 'wait' },
  comparison_failed: { title: 'The comparison did not work', way: 'compare' },
  disclosure_refused: { title: 'Nothing was shown', way: 'compare' },
  nothing_selected: { title: 'Nothing is selected', way: 'wait' },
  storage_full: { title: 'This device is full', way: 'retry' },
  storage_failed: { title: 'This device refuses to store', way: 'reload' },
  blob_access_denied: { title: 'Your public keys could not be stored', way: 'sign-in' },
  blob_store_missing: { title: 'Your public keys could not be stored', way: 'retry' },
  blob_store_suspended: { title: 'Your public keys could not be stored', way: 'retry' },
  blob_not_found: { title: 'Your public keys could not be stored', way: 'retry' },
  blob_unavailable: { title: 'Your public keys could not be stored', way: 'retry' },
  blob_rate_limited: { title: 'Your public keys could not be stored', way: 'retry' },
  blob_bad_request: { title: 'Your public keys could not be stored', way: 'retry' },
  blob_aborted: { title: 'Your public keys were not stored', way: 'retry' },
  blob_unknown: { title: 'Your public keys could not be stored', way: 'retry' },
  unexpected: { title: 'Something unexpected happened', way: 'retry' },
};

/** Title, message and advice of one error. */
export function problemText(error: AppError): ProblemText & { message: string } {
  return { ...PROBLEM_TEXTS[error.code], message: error.message };
}
