import { createStore } from 'jotai';
import { describe, expect, it } from 'vitest';
import { PURPOSES, type Ledger, type LedgerSum } from '../../../../worker/contract.ts';
import { applyEvent, ledger } from '../../../../src/state/core.ts';
import { landingScreen, openScreens } from '../../../../src/state/page.ts';
import { requestedAt } from '../../../../src/texts/dates.ts';
import {
  foldedText,
  hostOf,
  mailSentence,
  purposeText,
  size,
  stateText,
  totalsOf,
  totalsText,
} from '../../../../src/texts/ledger.ts';

const sum = (changes: Partial<LedgerSum>): LedgerSum => ({
  origin: 'https://gmail.googleapis.com',
  purpose: 'mailbox',
  requests: 1,
  sent: 0,
  received: 0,
  unmeasured: 0,
  ...changes,
});

describe('the ledger on the page', () => {
  it('is unknown until the worker reports it, and then as last reported', () => {
    const store = createStore();
    expect(store.get(ledger)).toBeNull();
    const told: Ledger = { entries: [], sums: [sum({})], folded: 3 };
    applyEvent(store, { type: 'ledger', ledger: { ...told, folded: 2 } });
    applyEvent(store, { type: 'ledger', ledger: told });
    expect(store.get(ledger)).toEqual(told);
  });

  it('is open to everybody at any time, and the app never opens there by itself', () => {
    const store = createStore();
    expect(store.get(openScreens).has('ledger')).toBe(true);
    expect(landingScreen(store)).toBe('welcome');
  });
});

describe('the ledger in words', () => {
  it.each(PURPOSES)('explains %s in a text of its own', (purpose) => {
    const text = purposeText(purpose);
    expect(text).toMatch(/^[A-Z][^.]+[^.]$/);
    expect(PURPOSES.filter((other) => purposeText(other) === text)).toHaveLength(1);
  });

  it('says where the mail was read, and that it was sent to nobody', () => {
    const sums = [
      sum({ received: 2_100_000 }),
      sum({ origin: 'http://localhost:8787', received: 900_000 }),
      sum({ purpose: 'comparison', sent: 12_000 }),
    ];
    expect(mailSentence(sums)).toBe(
      'Your mail: 3.0 MB read from gmail.googleapis.com and localhost:8787, sent to nobody.',
    );
  });

  it('does not claim that when something was sent to the mailbox', () => {
    expect(mailSentence([sum({ received: 10, sent: 7 })])).toBe(
      'Your mail: 10 bytes read from gmail.googleapis.com, 7 bytes were sent with the requests for it.',
    );
  });

  it('says that a file is not read over the network', () => {
    expect(mailSentence([sum({ purpose: 'catalog', received: 10 })])).toBe(
      'Your mail: nothing was read over the network, and nothing was sent to anybody.',
    );
  });

  it('adds up known amounts, and says how many requests have unknown ones', () => {
    const totals = totalsOf([
      sum({ requests: 2, sent: 5, received: 6 }),
      sum({ requests: 1_500, received: 1_000, unmeasured: 3 }),
    ]);
    expect(totals).toEqual({ requests: 1_502, sent: 5, received: 1_006, unmeasured: 3 });
    expect(totalsText(totals)).toBe('1,502 requests · 5 bytes out · 1.0 kB in · 3 of unknown size');
    expect(totalsText({ ...totals, unmeasured: 0 })).toBe('1,502 requests · 5 bytes out · 1.0 kB in');
  });

  it('says what went wrong with a request, and what the browser does not report', () => {
    expect([size(null), size(0)]).toEqual(['not told', '0 bytes']);
    expect(stateText('answered')).toBe('');
    expect(stateText('failed')).toBe('no answer');
    expect(hostOf('https://a.example')).toBe('a.example');
    expect(requestedAt(new Date(2026, 10, 3, 14, 32, 5).getTime())).toBe('3 Nov, 14:32:05');
  });

  it('says what is no longer listed', () => {
    const folded = (number: number) => foldedText({ entries: [], sums: [], folded: number });
    expect([folded(0), folded(1), folded(5_000)]).toEqual([
      '',
      'One older request is in the sums only.',
      '5,000 older requests are in the sums only.',
    ]);
  });
});
