import { count, params } from '../../language/forms.ts';
import { defineTexts } from '../../language/language.ts';

export const resultTexts = defineTexts('result', {
  nothing: 'Nothing is on both lists',
  title: count({ one: 'One fact is on both lists', other: '{count} facts are on both lists' }),
  learnedNothing: params('{organiser} learned nothing of your stamps from the comparison.'),
  noneShown: params('None of it is shown to {organiser} now. Switch on what it may see.'),
  partShown: params('You have shown a part of it. The rest is not shown to {organiser}.'),
  allShown: 'You have shown all of it.',
  withdrawn: count({
    one: 'Withdrawn: {names}. {organiser} no longer holds it at the server; it may have seen it.',
    other: 'Withdrawn: {names}. {organiser} no longer holds them at the server; it may have seen them.',
  }),
  none: 'None on both lists.',
  again: 'Compare again',
  comparedOn: params(
    'Compared on {date}. Each comparison uses new keys; this result is replaced by the next one.',
  ),
  stays: 'Stays with you',
  notListed: count({
    one: 'Not on the list of {organiser}: {names}. The comparison told it nothing about it.',
    other: 'Not on the list of {organiser}: {names}. The comparison told it nothing about them.',
  }),
  later: params('Not compared yet: {names}. Compare again for that.'),
  show: params('Show {name}'),
  shown: 'Shown',
  signed: 'Signed',
  signedBy: params('Signed by {domain}'),
  yourWord: 'Your word',
  marked: 'Marked by you',
});

/** What an organiser will see, and the question before it does. */
export const disclosureTexts = defineTexts('disclosure', {
  offline: 'Showing stamps needs a connection. The result stays here until then.',
  yourAddress: 'your address',
  nothing: 'Nothing is selected, so nothing is sent.',
  sees: params('{organiser} sees: {what}.'),
  seesAll: params('{organiser} sees: {what}. Nothing else.'),
  willSee: params('{organiser} will see: {what}. You can withdraw it later.'),
  willSeeToo: params('{organiser} will see: {what}. Already shown: {shown}. You can withdraw it later.'),
  ask: params('Show this to {organiser}?'),
  confirm: params('Show to {organiser}'),
  toWhom: 'To whom',
  address: 'Your address',
  stamps: count({ one: 'Stamp', other: 'Stamps' }),
  stamp: params('{name}, {tier}'),
  stampAs: '{name}, {tier}',
  keeps: params(
    '{organiser} keeps this with today’s date and the version of its list of events, and nothing else. You can withdraw it later; what somebody has read by then stays read.',
  ),
  verified: 'verified',
  yourWord: 'your word',
});

/** When and where the events took place. */
export const journeyTexts = defineTexts('journey', {
  title: 'When and where',
  drawnHere: 'Drawn on this device. Nobody was asked for a map.',
  map: count({
    one: 'Map with {count} place: {places}. The timeline names the events.',
    other: 'Map with {count} places: {places}. The timeline names the events.',
  }),
  online: params('Held online, so not on the map: {names}.'),
  ofYear: params('Events of {year}'),
});
