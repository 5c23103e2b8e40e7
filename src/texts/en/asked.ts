import { count, params } from '../../language/forms.ts';
import { defineTexts } from '../../language/language.ts';

/** Who asks, and what for. */
export const askedTexts = defineTexts('asked', {
  who: 'Who asks',
  theOrganiser: 'the organiser',
  whoAndWhy: 'Who asks, and what for',
  asksAbout: '{organiser} asks about {amount}.',
  retention: count({
    one: '{name} holds what you show for {count} day, or until you withdraw it.',
    other: '{name} holds what you show for {count} days, or until you withdraw it.',
  }),
  withProof: 'Stamps are shown with a proof.',
  yourWord: 'Your word is enough: no proof is asked for.',
  questions: 'Questions: {address}',
  lookedFor: 'What is looked for',
  onDevice: 'On this device only. The words that make a mail a booking are Waystamp’s own, whoever asks.',
  name: params('“{name}”'),
  mailThat: params('Mail that names {names}, or comes from {senders}.'),
  interests: 'Interests that you may choose',
  sameForAll: 'The same for everybody',
  fingerprint: 'This number stands for all of the above. Whoever is asked the same has the same number.',
  asksElse: params('{organiser} asks something else now'),
  linkAsksElse: 'This link asks something else than you were asked before',
  goOnLink: 'Go on with what this link asks',
  goOn: 'Go on with what is asked now',
  untilThen:
    'Until you go on, all stays as it is here, your result too. What was found for events that stay as they are comes along, and so do your choices of what is still the same.',
});

/** What changed in what is asked. */
export const changeTexts = defineTexts('changes', {
  name: params('The organiser is called {after} now, and was called {before}.'),
  noContact: params('No address for questions is given any more; it was {before}.'),
  newContact: params('Questions go to {after} now.'),
  otherContact: params('Questions go to {after} now, and went to {before}.'),
  purpose: params('The purpose is now: {after} It was: {before}'),
  retention: params('What you show is held for {after} now, and was for {before}.'),
  proof: 'Stamps are shown with a proof now.',
  noProof: 'No proof is asked for any more.',
  eventAdded: params('New event: {name}.'),
  eventRemoved: params('No longer asked about: {name}.'),
  interestAdded: params('New interest: {name}.'),
  interestRemoved: params('No longer an interest that is asked about: {name}.'),
  interestRenamed: params(
    'The interest “{before}” is called “{after}” now. It counts as another one, so it is not chosen.',
  ),
  eventRenamed: params('“{before}” is called “{after}” now.'),
  eventMoved: params('{name} takes place on {after} now, and took place on {before}.'),
  eventElsewhere: params('The place of {name} is {after} now, and was {before}.'),
  coordinates: params('{place} ({latitude}, {longitude})'),
  noCoordinates: params('{place} (not on the map)'),
  eventChanged: params('{name} has other {parts}.'),
  added: params('Now looked for: {words}.'),
  removed: params('No longer: {words}.'),
});

/** The parts by which an event's mail is found, as the sentence about their change names them. */
export const eventPartTexts = defineTexts('event-parts', {
  names: 'names that are looked for',
  senders: 'senders',
  keys: 'signing keys',
});
