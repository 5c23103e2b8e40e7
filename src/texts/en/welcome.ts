import { defineTexts } from '../../language/language.ts';

export const welcomeTexts = defineTexts('welcome', {
  title: 'A passport that only you can open',
  sheet: 'A sheet of 100 places, still empty',
  staysHere: 'Your mail stays on this device.',
  findEvents: 'Find the events you took part in.',
  showChosen: 'Show only what you choose.',
  demoFile: 'The demo mailbox as a file',
  signingIn: 'Signing in',
});

/** While what is on the device is loaded, or a sign-in is completed. */
export const openingTexts = defineTexts('opening', {
  sheet: 'An empty sheet of stamps',
  stamps: 'Opening your stamps.',
  'sign-in': 'Signing you in. Your one-time keys are made on this device.',
  reading: 'Opening your mailbox.',
});

/** What another tab has done. */
export const elsewhereTexts = defineTexts('elsewhere', {
  'sign-out': 'You disconnected in another tab, so this one was emptied too.',
  'sign-in': 'You signed in in another tab. This one shows the same account now.',
});

/** What the person has just ended. */
export const farewellTexts = defineTexts('farewells', {
  'signed-out': 'Signed out. This device is empty; your account at the server is unchanged.',
  'signed-out-unheard':
    'Signed out, and this device is empty. Not everybody could be told: the sign-in at the server ends by itself within 12 hours, the permission to read your mail within one.',
  'account-deleted':
    'Your account and all that hung on it were deleted at the server, and this device is empty.',
  erased: 'Everything was erased from this device. Your mailbox, or the file, was not touched.',
});

export const nowhereTexts = defineTexts('nowhere', {
  title: 'There is nothing at this address',
  why: 'The link may be incomplete, or the page has moved. What is on this device is unchanged.',
  open: 'Open Waystamp',
});
