import { defineTexts } from '../../language/language.ts';

/** The sheet with Google’s button. */
export const signInTexts = defineTexts('sign-in', {
  who: 'Google tells Waystamp who you are: {what}.',
  addressAndName: 'your address and your name',
  readingLater: 'Reading your mail is not part of it. You are asked for that in the next step.',
  noReading: 'Your mail is not asked for: what you found is compared for this address.',
  notCompleted:
    'Google did not complete the sign-in. Nothing was read, and what is on this device is unchanged. Close this sheet and try again.',
  buttonLoads: 'Google’s button is being loaded.',
  notLoaded: 'Google’s sign-in could not be loaded. Check the connection or a content blocker.',
});
