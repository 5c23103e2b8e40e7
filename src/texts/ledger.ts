/** The privacy ledger in words: purposes, states, and the sentences above the list. */
import type { Ledger, LedgerEntry, LedgerSum, Purpose } from '../../worker/contract.ts';
import { textsOf } from '../language/language.ts';
import { bytes, count, countOf, listOf } from './amounts.ts';
import { ledgerTexts, purposeTexts, requestTexts } from './en/ledger.ts';

/** What a request was for. */
export function purposeText(purpose: Purpose): string {
  return textsOf(purposeTexts)[purpose];
}

/** `localhost:8787` for an origin. */
export function hostOf(origin: string): string {
  return new URL(origin).host;
}

/** Bytes as far as they are known. */
export function size(value: number | null): string {
  return value === null ? textsOf(ledgerTexts).notTold : bytes(value);
}

/** How a request ended when it did not end well; else nothing. */
export function stateText(state: LedgerEntry['state']): string {
  return textsOf(requestTexts)[state];
}

/** Where mail came from, and whether anything was sent along. */
export function mailSentence(sums: readonly LedgerSum[]): string {
  const texts = textsOf(ledgerTexts);
  const mail = sums.filter(({ purpose }) => purpose === 'mailbox');
  if (mail.length === 0) return texts.noMail;
  const read = bytes(mail.reduce((all, { received }) => all + received, 0));
  const sent = mail.reduce((all, sum) => all + sum.sent, 0);
  const places = listOf(mail.map(({ origin }) => hostOf(origin)));
  return sent === 0 ? texts.mailRead({ read, places }) : texts.mailSent({ read, places, sent: bytes(sent) });
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
export function totalsText(totals: Totals): string {
  const texts = textsOf(ledgerTexts);
  const requests = countOf(totals.requests, 'request');
  const [sent, received] = [bytes(totals.sent), bytes(totals.received)];
  return totals.unmeasured === 0
    ? texts.totals({ requests, sent, received })
    : texts.totalsUnknown({ requests, sent, received, amount: count(totals.unmeasured) });
}

/** `3 requests`, and how many of them are of unknown size. */
export function requestsText({ requests, unmeasured }: LedgerSum): string {
  const all = countOf(requests, 'request');
  if (unmeasured === 0) return all;
  return textsOf(ledgerTexts).unknownSize({ requests: all, amount: count(unmeasured) });
}

/** What the list does not show one by one; empty when it shows all. */
export function foldedText({ folded }: Ledger): string {
  return folded === 0 ? '' : textsOf(ledgerTexts).folded(folded);
}
