import { count, params } from '../../language/forms.ts';
import { defineTexts } from '../../language/language.ts';

export const ledgerTexts = defineTexts('ledger', {
  title: 'Privacy ledger',
  untilDisconnect:
    'Every request that Waystamp has made on this device. This list stays on it, until you press Disconnect, at the top.',
  untilErase:
    'Every request that Waystamp has made on this device. This list stays on it, until you press Erase everything from this device, below.',
  scope:
    'Bytes are those of the contents, without headers; a request that got no answer counts as sent. Pages that you open yourself, such as the consent page, and files that you download, are not requests of the app.',
  inShort: 'In short',
  requests: 'Requests',
  sent: 'Sent',
  received: 'Received',
  newestFirst: 'Requests, newest first',
  showMore: count({ one: 'Show more ({count} request left)', other: 'Show more ({count} requests left)' }),
  sentTo: 'Sent to',
  everybody: 'everybody',
  byDestination: 'By destination',
  noRequest: 'No request has been made yet.',
  thisSite: ' · this site',
  out: 'out',
  in: 'in',
  outAndIn: params('{sent} out · {received} in'),
  unknownSize: params('{requests}, {amount} of unknown size'),
  totals: params('{requests} · {sent} out · {received} in'),
  totalsUnknown: params('{requests} · {sent} out · {received} in · {amount} of unknown size'),
  notTold: 'not told',
  noMail: 'Your mail: nothing was read over the network, and nothing was sent to anybody.',
  mailRead: params('Your mail: {read} read from {places}, sent to nobody.'),
  mailSent: params('Your mail: {read} read from {places}, {sent} were sent with the requests for it.'),
  folded: count({
    one: 'One older request is in the sums only.',
    other: '{count} older requests are in the sums only.',
  }),
});

/** What a request was for. */
export const purposeTexts = defineTexts('purposes', {
  mailbox: 'Reading your mail',
  'sign-in': 'Signing in and out',
  account: 'Your account',
  identity: 'An anonymous identity, for publishing keys',
  'public keys': 'Publishing your one-time public keys',
  comparison: 'The private comparison',
  disclosure: 'Showing what you chose',
  withdrawal: 'Withdrawing what you had shown',
  'server record': 'Asking what the server holds about you',
  configuration: 'What this server offers',
  catalog: 'The list of events',
  'signature keys': 'Keys for checking signatures',
  'app files': 'The files of the app itself',
  other: 'Something that this version does not expect',
});

/** How a request ended, when it did not end well. */
export const requestTexts = defineTexts('requests', {
  waiting: 'under way',
  answered: '',
  failed: 'no answer',
  stopped: 'stopped by the app',
});
