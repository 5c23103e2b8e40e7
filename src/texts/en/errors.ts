import { count, params } from '../../language/forms.ts';
import { defineTexts } from '../../language/language.ts';

/** What went wrong, by the error's code: what happened, what is safe, and what to do next. */
export const errorTexts = defineTexts('errors', {
  psi_account_setup: 'Error with PSI account setup.',
  create_account_failed: params('Failed to create account: {serverError}'),
  update_keys_failed: params('Failed to update keys: {serverError}'),
  user_lookup_failed: 'An error occurred. Please try again',
  profile_failed: 'Failed to fetch profile',
  emails_failed: 'Failed to fetch emails',
  email_failed: params('Failed to fetch email with ID: {id}'),
  fetch_attempts_reached: 'Max fetch attempts reached',
  listing_failed: 'Error fetching emails',

  sign_in_failed: 'The sign-in did not complete. Nothing on this device has changed. Please sign in again.',
  sign_in_limited: params(
    'Too many sign-ins have failed from this network. Nothing on this device has changed. Try again {when}.',
  ),
  id_token_expired:
    'The sign-in took too long, so its proof has expired. Nothing on this device has changed. Sign in again, and check that this device’s clock is right.',
  id_token_audience:
    'The sign-in was made for another app. Nothing on this device has changed. Reload the page and sign in again.',
  id_token_unsigned:
    'The sign-in does not carry a valid signature of the provider. Nothing on this device has changed. Reload the page and sign in again.',
  id_token_nonce:
    'The sign-in was not started on this page. Nothing on this device has changed. Reload the page and sign in again.',
  id_token_unverified:
    'The provider has not verified your address. Nothing on this device has changed. Verify the address with the provider, or sign in with another account.',
  id_token_used:
    'This sign-in has been used already. Nothing on this device has changed. Please sign in again.',
  id_token_invalid:
    'The server could not accept the sign-in. Nothing on this device has changed. Reload the page and sign in again.',
  provider_silent: params(
    'The server could not reach the provider to check the sign-in. Nothing on this device has changed. Try again {when}.',
  ),
  signed_out: 'You are not signed in. What was found is still on this device. Sign in to go on.',
  session_expired:
    'Your sign-in has run out. Everything found so far is kept on this device. Sign in again to go on.',
  session_ended:
    'Your sign-in was ended, for example from another tab. Everything found so far is kept on this device. Sign in again to go on.',
  session_invalid:
    'This server does not know your sign-in. Everything found so far is kept on this device. Sign in again to go on.',
  token_expired:
    'The permission to read your mail has run out. Everything found so far is kept on this device. Allow reading again to go on.',
  scopes_missing:
    'Waystamp is not allowed to read your mail. Nothing has been read. Allow read-only access, or import a mailbox file.',
  other_address:
    'Reading was allowed for another account than the one that is signed in. No mail has been read. Allow reading again and choose the same account, or disconnect and sign in with the other one.',
  grant_withheld:
    'Waystamp was about to send its permission to read your mail somewhere other than your mailbox, so it stopped. Nothing was sent. Reload the page; if it happens again, tell the people who run this server.',
  organiser_unknown:
    'Nobody of that name asks on this server. Nothing was read, and what is on this device stays as it is. Check the link with whoever sent it.',
  catalog_unknown:
    'What this link asks about is not published on this server any more. Nothing was read, and what is on this device stays as it is. Ask the organiser for a new link.',
  catalog_mismatch:
    'The server sent another list of questions than the one that was named, so Waystamp refused it. Nothing was read, and what is on this device stays as it is. Compare your link with other people’s, and tell the organiser.',
  catalog_invalid:
    'The list of questions that the server sent is not one that Waystamp accepts, so it was refused. Nothing was read, and what is on this device stays as it is. Tell the organiser.',
  catalog_changed:
    'What is asked has changed since your scan. Nothing was compared or disclosed, and everything found so far is kept. Look at what changed, or reload to see it, then compare again.',
  offline: 'There is no connection. What is on this device stays as it is. Try again when you are online.',
  server_unavailable: params(
    'The server does not answer. Everything found so far is kept on this device. Try again {when}.',
  ),
  mbox_empty: 'This file holds no mail. Choose the .mbox file of your export.',
  mbox_not_a_mailbox:
    'This file is not a mailbox. Choose the .mbox file of your export (Google Takeout calls it "All mail Including Spam and Trash.mbox").',
  mbox_unreadable:
    'This file could not be read to its end. What was found so far is kept. Check that the file is still there and import it again.',
  scan_running:
    'A scan is already running, here or in another tab. It goes on undisturbed. Wait for it to end, or cancel it first.',
  scan_needed:
    'There is nothing to compare yet. Scan your mailbox, import a mailbox file, or choose an interest first.',
  comparison_running:
    'A comparison is already running in another tab. It goes on undisturbed. Wait for it to end, then compare again.',
  comparison_failed:
    'The private comparison did not complete. Nothing was disclosed, and the facts on this device are kept. Please compare again.',
  disclosure_refused: params('The server refused the disclosure. Nothing was shown. {serverError}'),
  disclosure_unknown:
    'The server has this one no longer. Nothing else was changed, and what is shown was read anew. It may have been withdrawn on another device.',
  nothing_selected: 'Nothing is selected, so nothing was sent. Choose at least one fact of the result.',
  storage_full:
    'This device has no room left for the scan. What was saved before is kept. Free some space and resume.',
  storage_failed:
    'The storage on this device could not be used. Nothing has left the device. Close other tabs of Waystamp and reload.',
  emptied_elsewhere:
    'Somebody disconnected or signed in in another tab. What this tab still held is gone from this device, and nothing of it was written back. Reload to go on.',

  blob_access_denied:
    'The key store refused the upload. Your private keys stay on this device. Sign in again.',
  blob_store_missing:
    'The key store does not exist. Your private keys stay on this device. Please tell the people who run this server.',
  blob_store_suspended:
    'The key store is suspended. Your private keys stay on this device. Please tell the people who run this server.',
  blob_not_found:
    'The key store does not know this file. Your private keys stay on this device. Please try again.',
  blob_unavailable: params(
    'The key store is not available now. Your private keys stay on this device. Try again {when}.',
  ),
  blob_rate_limited: params(
    'The key store is busy. Your private keys stay on this device. Try again {when}.',
  ),
  blob_bad_request:
    'The key store did not accept the upload. Your private keys stay on this device. Please sign in again.',
  blob_aborted: 'The upload of the public keys was stopped. Your private keys stay on this device.',
  blob_unknown:
    'The upload of the public keys failed. Your private keys stay on this device. Please try again.',

  unexpected:
    'Something went wrong that Waystamp did not foresee. What was saved on this device is kept. Reload the page and try again.',
});

/** What goes into the gaps of an error's words. */
export const errorPartTexts = defineTexts('error-parts', {
  soon: 'in a moment',
  inSeconds: count({ one: 'in {count} second', other: 'in {count} seconds' }),
  noAnswer: 'no answer',
  unknownId: 'unknown',
  compareAgain: 'Compare again, then disclose.',
});

/** Files that are something else than a mailbox. */
export const otherFileTexts = defineTexts('other-files', {
  packed: 'This is a packed archive. Unpack it and choose the .mbox file inside.',
  outlook: 'This is an Outlook file. Export the mail as .mbox and choose that file.',
  'single-mail':
    'This looks like a single mail (.eml). Export the whole mailbox as .mbox and choose that file.',
});

/** What the page itself could not do. */
export const pageErrorTexts = defineTexts('page-errors', {
  workerNotStarted:
    'This browser does not start the part of Waystamp that reads your mail. What was found before is safe on this device. Restart the browser, or try another one.',
  workerStopped:
    'The part of Waystamp that reads your mail stopped. What it had read is safe on this device.',
  signInNotBegun:
    'The sign-in could not begin. Nothing was read. Allow this page to keep data in the browser, and open it over https, then try again.',
  signInForeign: 'This sign-in was not started in this tab, so it was not used. Please sign in again.',
  signInFailed: params('The sign-in did not work ({reason}). Nothing was read. Please try again.'),
  noCode: 'no code',
});

/** What the worker says that is not an error. */
export const noticeTexts = defineTexts('notices', {
  reply_lost: 'The answer of the comparison was lost. New one-time keys were made, so you can compare again.',
  keys_replaced: 'Your keys had been replaced, for example on another device. New one-time keys were made.',
  other_account:
    'You signed in with another address. What was found in the other mailbox was removed from this device.',
  renewal_late: params('{error} New keys are made before the next comparison.'),
});
