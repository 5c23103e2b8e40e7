import { params } from '../../language/forms.ts';
import { defineTexts } from '../../language/language.ts';

/** The frame of the page: titles, header, steps, and what is said over every screen. */
export const appTexts = defineTexts('app', {
  name: 'Waystamp',
  reload: 'Waystamp, reload',
  ledger: 'Ledger',
  privacyLedger: 'Privacy ledger',
  signedInAs: params('Signed in as {address}'),
  steps: 'Steps',
  scan: 'Scan',
  stamps: 'Stamps',
  result: 'Result',
  loading: 'Loading...',
  offline: 'You are offline. What is on this device stays usable.',
  needsConnection: params('{what} needs a connection. It works again with one.'),
});

/** The titles of the page by screen. */
export const titleTexts = defineTexts('titles', {
  welcome: 'Waystamp',
  scan: 'Scan · Waystamp',
  stamps: 'Your stamps · Waystamp',
  result: 'Result · Waystamp',
  shown: 'What you have shown · Waystamp',
  ledger: 'Privacy ledger · Waystamp',
  benchmarks: 'Benchmarks on this device · Waystamp',
  nowhere: 'Not found · Waystamp',
});

export const updateTexts = defineTexts('update', {
  available: 'An update is available.',
  availableInScan: 'An update is available. It waits for the scan.',
  asked: 'Waystamp is being updated.',
  askedInScan: 'Waystamp is updated as soon as the scan has ended.',
  reload: 'Reload',
  later: 'Later',
});

export const installTexts = defineTexts('install', {
  install: 'Install Waystamp',
  onIos: 'Install on iPhone or iPad',
  openMenu: 'Open the share menu of your browser {icon}.',
  addToHome: 'Choose “Add to Home Screen”.',
  add: 'Choose “Add”.',
  afterwards: 'It then opens like any app, also without a connection.',
});
