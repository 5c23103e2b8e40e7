import { count, params } from '../../language/forms.ts';
import { defineTexts } from '../../language/language.ts';

/** What went well, or is good to know. */
export const toastTexts = defineTexts('toasts', {
  signedIn: params('Signed in as {address}'),
  signInDeclined: 'You are not signed in. Nothing was read and nothing was sent.',
  readingDeclined:
    'Reading was not allowed, and nothing was read. You can allow it later, or import a mailbox file.',
  shown: count({ one: 'One stamp is shown', other: '{count} stamps are shown' }),
  withdrawn: params('{name} is withdrawn'),
  sessionNotSaved: 'This browser refuses to save the sign-in. It lasts until the page is closed.',
  startedAgain: 'Waystamp was started again. What it had read is safe on this device.',
});
