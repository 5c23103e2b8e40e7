import { params } from '../../language/forms.ts';
import { defineTexts } from '../../language/language.ts';

/** Names of buttons that several screens have, beside the fixed ones. */
export const buttonTexts = defineTexts('buttons', {
  back: 'Back',
  close: 'Close',
  notNow: 'Not now',
  tryAgain: 'Try again',
  restart: 'Restart',
  signInAgain: 'Sign in again',
  allowReading: 'Allow reading',
  shown: 'What you have shown',
  shownOf: params('What you have shown ({stamps})'),
  file: 'Mailbox file',
  exportFile: 'Export as a file',
  benchmarks: 'Benchmarks on this device',
});
