import { params } from '../../language/forms.ts';
import { defineTexts } from '../../language/language.ts';

export const benchmarkTexts = defineTexts('benchmarks', {
  about:
    'How fast this device does Waystamp’s work, measured in the app’s own worker on mails made up for it. Your mail and your facts are not touched, and no figure is sent anywhere.',
  reading:
    'Shown is the middle of several runs, and below it the least and the most. Other work of the device slows it down, and so does saving power; some browsers round the clock to a millisecond.',
  scanRuns: 'A scan is running',
  scanRunsMore: 'It goes on undisturbed. Measuring waits until it has ended.',
  measureAll: 'Measure all',
  measure: 'Measure',
  measureThis: params('Measure: {title}'),
  measuring: 'Measuring',
  measuringThis: params('Measuring: {title}'),
  numberOf: params('{number} of {of}'),
  suites: 'Suites measured',
  allFigures: params('All {amount} figures'),
  allFiguresOf: params('{title}, all figures'),
  onDevice: params('{title}, on this device'),
  beside: params('Beside {peer}'),
  besideOf: params('{title}, beside {peer}'),
  thisDevice: 'Waystamp, this device',
  ours: 'Waystamp, the project’s machine',
  theirs: params('{peer}, the project’s machine'),
  what: 'What',
  middle: 'Middle value, and how far the runs were apart',
  perSecond: params('{amount} a second'),
  times: params('{amount} times'),
  spread: params('{least} to {most} in {runs} runs'),
  peerSlower: params('{peer} took {times} times as long as Waystamp'),
  peerFewer: params('in the middle of the turns Waystamp did {times} times as many as {peer}'),
  peer: params(
    '{work}: {quotient}. Measured in one run of the project’s benchmark, {where}, {day}, with {software} {version}. {peer} is no part of the app and is not run on this device: compare those two bars with one another.',
  ),
});

/** What the suites are called. */
export const suiteTexts = defineTexts('suites', {
  psi: 'Private comparison',
  slots: 'Slots',
  mime: 'Reading mail',
  dkim: 'Checking signatures',
  attest: 'Finding events',
});

/** What they measure. */
export const aboutTexts = defineTexts('suites-about', {
  psi: 'A whole comparison of 100 slots. This device does the work of both sides.',
  slots: 'Turning subject lines into slots. Most of it is one hash, so that bare hash is measured, too.',
  mime: 'Taking mails apart and decoding their text, on 100 mails made up for it.',
  dkim: 'Checking DKIM signatures: keys of 2048 bits, mails of 10 KB.',
  attest: 'Searching decoded mails for the names and words of events.',
});

/** What their top figures count. */
export const countedTexts = defineTexts('suites-counted', {
  psi: 'a comparison',
  slots: 'subjects a second',
  mime: 'mails a second',
  dkim: 'mails a second',
  attest: 'mails a second',
});

/** The figures that are drawn, by their names in the measurements. */
export const figureTexts = defineTexts('figures', {
  'genKeys, 100 slots': 'Making one-time keys',
  'round1, 100 slots': 'Encrypting your slots',
  'round2, 100 slots': 'The server’s answer',
  'round3, 100 slots': 'Reading the answer',
  'all rounds, 100 slots': 'All of it',
  slots: 'Slots of subjects',
  'bare @noble/hashes': 'Bare SHA-256 (@noble/hashes)',
  'mails read': 'Mails read',
  'signatures verified, RSA 2048, 10 KB': 'Signatures checked',
  'mails attested': 'Mails searched',
});

/** What a peer and Waystamp both did. */
export const peerTexts = defineTexts('peers', {
  psi: 'A comparison of two lists of 100, both sides, with new keys',
  dkim: 'Checking the same signed mails, in turns',
});
