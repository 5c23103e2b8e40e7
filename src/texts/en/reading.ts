import { count, params } from '../../language/forms.ts';
import { defineTexts } from '../../language/language.ts';

/** The sheet that asks for permission to read the mailbox. */
export const readingTexts = defineTexts('reading', {
  googleAsks: 'You are signed in as {address}. Google opens a window and asks whether Waystamp may use:',
  demoAsks: 'You are signed in as {address}. The demo provider asks whether Waystamp may use:',
  googleKeeps:
    'Your mail is read on this device. The permission stays here too: it is sent to your mailbox, to Google when it is taken back, and to nobody else. Waystamp cannot send, change or delete anything.',
  demoKeeps:
    'Your mail is read on this device. The permission stays here too: it is sent to your mailbox, to the demo provider when it is taken back, and to nobody else. Waystamp cannot send, change or delete anything.',
});

/** Google's window has ended without a permission: what happened, what is safe, what to do. */
export const windowTexts = defineTexts('google-window', {
  declined:
    'You did not allow it. Nothing was read, and what is on this device is unchanged. Press Allow reading to try again.',
  closed:
    'Google’s window was closed before it was done. Nothing was read, and what is on this device is unchanged. Press Allow reading to try again.',
  blocked:
    'The browser blocked Google’s window. Nothing was read, and what is on this device is unchanged. Allow pop-up windows for this site, then press Allow reading again.',
  failed:
    'Google did not answer as expected. Nothing was read, and what is on this device is unchanged. Press Allow reading to try again.',
});

/** The permissions that reading takes, and what lacks without one. */
export const scopeTexts = defineTexts('scopes', {
  email: 'your address',
  profile: 'your name',
  mail: 'reading your mail (read-only)',
  needEmail: 'Your address is needed to compare: only mail that was sent to it counts.',
  needMail: 'Without reading your mail, nothing can be found in this account.',
  needProfile: 'Your name is asked for along with the other two, and reading begins only with all three.',
  notYet: params('Not allowed yet: {names}'),
  tickOne: 'Press Allow reading again and tick it, or import a mailbox file.',
  tickBoth: 'Press Allow reading again and tick both, or import a mailbox file.',
  tickThree: 'Press Allow reading again and tick all three, or import a mailbox file.',
  leftOut: count({
    one: 'Not allowed so far: {names}. The next page has a box for it; tick it to go on.',
    other: 'Not allowed so far: {names}. The next page has boxes for them; tick them to go on.',
  }),
});
