import { count, params } from '../../language/forms.ts';
import { defineTexts } from '../../language/language.ts';

/** The sheet's places. */
export const slotTexts = defineTexts('slots', {
  tap: 'Tap a filled place to see what filled it.',
  place: params('Place {number}'),
  filled: count({
    one: '{count} place of 100 is filled: by your stamps, and by the subjects of the mails behind them.',
    other: '{count} places of 100 are filled: by your stamps, and by the subjects of the mails behind them.',
  }),
  sheet: 'Your sheet',
  sheetOf: params('Your sheet of 100 places: {legend}'),
  limit: params('Only the newest {most} of {all} are listed.'),
  noList: 'The mails cannot be listed just now. Close this and tap the place again.',
  noMail: 'No mail stands behind it.',
  mails: 'Mails that filled this place',
  countsFor: params('It counts for {name}.'),
  countsAndFalls: params('It counts for {name}, and its subject falls here too.'),
  falls: 'Its subject falls on this place.',
  what: 'What is a place?',
  whatSheet:
    'The sheet has 100 places. A fixed calculation (SHA-256) gives one of them to every event, to every interest, and to the subject of each mail that counts.',
  whatShared:
    'There are more mails than places, so several can share one, and a mail can fall on the place of an event that it has nothing to do with. That does no harm: a name comes out of the comparison only where this device itself holds something for it.',
  whatCompared:
    'Only which places are filled goes into the private comparison, encrypted. Subjects, senders and mails never do.',
});

/** What a place's state means. */
export const stateTexts = defineTexts('slot-states', {
  empty: 'empty',
  own: 'only with you',
  pencil: 'marked by you',
  shared: 'on both lists',
  shown: 'shown',
});

/** The states in the sheet's legend. */
export const legendTexts = defineTexts('legend', {
  own: 'filled by mail, only with you',
  pencil: 'marked by you, only with you',
  shared: 'on both lists',
  shown: 'shown',
});

/** A name as a sentence about a place has it. */
export const ofListTexts = defineTexts('of-list', {
  verifiedTravelEvents: params('{name}, verified by a signature'),
  selfAttestedEvents: params('{name}, self-attested'),
  travelInterests: params('{name}'),
  marked: params('{name}, marked by you'),
});

/** What a place stands for, and where it is known. */
export const storyTexts = defineTexts('slot-story', {
  nothing: 'Nothing on this device has filled this place.',
  keptVerified: params('It is kept for {name}: yours is verified instead.'),
  keptNothing: params('It is kept for {name}: nothing was found for that.'),
  subject: 'No event or interest of yours: only the subject of a mail falls on this place.',
  neverVerified: params(
    'It is also the place of {name}. Yours is verified instead, so it can never come out as that.',
  ),
  neverNothing: params(
    'It is also the place of {name}. You hold nothing for that, so it can never come out as that.',
  ),
  place: params('This is the place of {name}.'),
  shown: params('{organiser} lists it too, and you have shown it.'),
  shared: params('{organiser} lists it too. It is not shown now.'),
  notListed: params('{organiser} does not list it.'),
  notCompared: 'It has not been compared yet.',
});
