/** The privacy ledger in words: purposes, states, and the sentences above the list. */
import type { Ledger, LedgerEntry, LedgerSum, Purpose } from '../../worker/contract.ts';
import { bytes, count, countOf, listOf } from './amounts.ts';

export const PURPOSE_TEXTS: Readonly<Record<Purpose, string>> = {
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
};

/** What is left out of the list because no request of the app makes it. */
export const LEDGER_SCOPE =
  'Bytes are those of the contents, without headers; a request that got no answer counts as sent. Pages that you open yourself, such as the consent page, and files that you download, are not requests of the app.';

/** `localhost:8787` for an origin. */
export function hostOf(origin: string): string {
  return new URL(origin).host;
}

/** Bytes as far as they are known. */
export function size(value: number | null): string {
  return value === null ? 'not told' : bytes(value);
}

const STATE_TEXTS: Readonly<Record<LedgerEntry['state'], string>> = {
  waiting: 'under way',
  answered: '',
  failed: 'no answer',
  stopped: 'stopped by the app',
};

/** How a request ended when it did not end well; else nothing. */
export function stateText(state: LedgerEntry['state']): string {
  return STATE_TEXTS[state];
}

/** Where mail came from, and whether anything was sent along. */
export function mailSentence(sums: readonly LedgerSum[]): string {
  const mail = sums.filter(({ purpose }) => purpose === 'mailbox');
  if (mail.length === 0)
    return 'Your mail: nothing was read over the network, and nothing was sent to anybody.';
  const read = mail.reduce((all, { received }) => all + received, 0);
  const sent = mail.reduce((all, sum) => all + sum.sent, 0);
  const from = listOf(mail.map(({ origin }) => hostOf(origin)));
  const ending = sent === 0 ? 'sent to nobody.' : `${bytes(sent)} were sent with the requests for it.`;
  return `Your mail: ${bytes(read)} read from ${from}, ${ending}`;
}

export interface Totals {
  requests: number;
  sent: number;
  received: number;
  unmeasured: number;
}

export function totalsOf(sums: readonly LedgerSum[]): Totals {
  const totals: Totals = { requests: 0, sent: 0, received: 0, unmeasured: 0 };
  for (const sum of sums) {
    totals.requests += sum.requests;
    totals.sent += sum.sent;
    totals.received += sum.received;
    totals.unmeasured += sum.unmeasured;
  }
  return totals;
}

/** `3 requests · 412 bytes out · 2.1 kB in` */
export function totalsText({ requests, sent, received, unmeasured }: Totals): string {
  const untold = unmeasured === 0 ? '' : ` · ${count(unmeasured)} of unknown size`;
  return `${countOf(requests, 'request')} · ${bytes(sent)} out · ${bytes(received)} in${untold}`;
}

/** What the list does not show one by one; empty when it shows all. */
export function foldedText({ folded }: Ledger): string {
  if (folded === 0) return '';
  return folded === 1
    ? 'One older request is in the sums only.'
    : `${count(folded)} older requests are in the sums only.`;
}
