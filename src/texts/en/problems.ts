import { defineTexts } from '../../language/language.ts';

/** Headlines for errors whose own words are for developers. */
export const headlineTexts = defineTexts('problem-headlines', {
  psi_account_setup: 'Your account could not be set up',
  create_account_failed: 'Your account could not be made',
  update_keys_failed: 'New keys could not be announced',
  user_lookup_failed: 'The server could not look up your account',
  profile_failed: 'The mailbox did not tell your address',
  emails_failed: 'The mailbox stopped answering',
  email_failed: 'A mail could not be fetched',
  fetch_attempts_reached: 'The mailbox stopped answering',
  listing_failed: 'The mailbox could not be listed',
});

export const problemTexts = defineTexts('problems', {
  readIsKept: 'What was read is kept on this device. Wait a moment, then go on.',
  unchanged: 'What is on this device is unchanged. Please try again.',
  foundIsKept: 'What was found before is kept.',
  notDrawn: 'This screen could not be drawn',
  notDrawnMore:
    'Everything that was found is still on this device. Restart Waystamp to go on where you were.',
});
