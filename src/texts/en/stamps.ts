import { count, params } from '../../language/forms.ts';
import { defineTexts } from '../../language/language.ts';

export const stampsTexts = defineTexts('stamps', {
  title: 'Your stamps',
  found: count({
    one: '{count} event found. Tap a stamp to see why it is here.',
    other: '{count} events found. Tap a stamp to see why it is here.',
  }),
  foundIn: count({
    one: '{count} event found, {read}. Tap a stamp to see why it is here.',
    other: '{count} events found, {read}. Tap a stamp to see why it is here.',
  }),
  tick: 'Tick further events',
  moreMail: 'More mail',
  missing: 'Something missing?',
  tickedByYou: 'Ticked by you',
  notCompared: 'Not compared',
});

/** What each of the three lists means; their headings are fixed names. */
export const listTexts = defineTexts('lists', {
  verifiedTravelEvents: 'A valid signature proves who sent the mail.',
  selfAttestedEvents: 'Found in mail that proves nothing by itself, or ticked by you.',
  travelInterests: 'What you like to do on the road. Choose any.',
});

export const tickTexts = defineTexts('tick', {
  why: 'You were there, but the mail is somewhere else? Tick it. It counts as your own word, as long as you leave the tick.',
  allFound: 'Every event that Waystamp knows was found in your mail.',
  done: 'Done',
});

/** A mailbox without mail, or without events. */
export const nothingFoundTexts = defineTexts('nothing-found', {
  sheet: 'The sheet of stamps is empty',
  noMail: 'There is no mail in it',
  noEvents: 'No events found yet',
  noMailMore: 'The mailbox could be opened, but holds no mail.',
  lookedFor: params('Waystamp looked for tickets and registrations of {events}: {names}.'),
  lookedForIn: params('Waystamp looked for tickets and registrations of {events} in {mails}: {names}.'),
  otherMailbox:
    'Are the tickets in another mailbox? Import it as a file, or tick the events by hand. {whose}',
});

/** Whose mail counts. */
export const whoseMailTexts = defineTexts('whose-mail', {
  file: params(
    'A file is judged for the account that is signed in: a mail counts when {address} stands in its To or Cc.',
  ),
  fileOfNobody:
    'A file is judged for the account that you sign in with to compare: a mail counts when that address stands in its To or Cc.',
  otherAddress:
    'For tickets to another address, press Disconnect, which empties this device, and sign in with that address.',
  severalAddresses: 'Tickets to several addresses are compared one account at a time.',
});

/** Beside the button that compares. */
export const compareTexts = defineTexts('compare', {
  running: 'Comparing. The server works on an encrypted list that it cannot read.',
  offline: 'Comparing needs a connection. Your stamps stay here until then.',
  nothing: 'Tick an event or choose an interest to have something to compare.',
  needsAccount:
    'Comparing needs an account. You will be asked for your address and name only; then it goes on by itself.',
  learnsNothing: params(
    '{organiser} learns nothing of your stamps from it. You see first what is on both lists.',
  ),
});
