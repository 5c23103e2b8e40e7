import { describe, expect, it } from 'vitest';
import type { LedgerEntry, LoadedResource } from '../../../worker/contract.ts';
import { callOf, destinationOf } from '../../../worker/ledger/destination.ts';
import { loadedBy } from '../../../worker/ledger/resources.ts';
import { addUp, growthOf, sumOf } from '../../../worker/store/ledger-sums.ts';

const OWN = 'https://waystamp.example';

describe('the destination of a request', () => {
  it.each([
    ['/api/users/get_by_email?email=robin%40mail.example', '/api/users/get_by_email'],
    ['/gmail/v1/users/me/messages/18c2af?format=raw', '/gmail/v1/users/me/messages/…'],
    ['/gmail/v1/users/robin@mail.example/messages', '/gmail/v1/users/…/messages'],
    ['/blob/psi/0123456789abcdef', '/blob/psi/…'],
    [
      '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k',
      '/identitytoolkit.googleapis.com/v1/accounts:signUp',
    ],
    ['/a/b/c/users', '/…/users'],
    ['/', '/'],
    ['https://robin:secret@mail.example/messages#top', '/messages'],
  ])('%s is listed as %s', (address, call) => {
    expect(destinationOf(address, OWN).call).toBe(call);
  });

  it('is an origin without anything about the person', () => {
    expect(destinationOf('https://robin:secret@mail.example:8443/x', OWN).origin).toBe(
      'https://mail.example:8443',
    );
    expect(destinationOf('/api/config', OWN).origin).toBe(OWN);
  });

  it('contains fixed words only', () => {
    for (const word of ['Api', 'config ', '%2e', 'constructor', '18c2', 'tokens']) {
      expect(callOf(`/api/${word}`)).toBe('/api/…');
    }
  });
});

const entry = (changes: Partial<LedgerEntry>): LedgerEntry => ({
  id: '1',
  at: 1,
  purpose: 'mailbox',
  method: 'GET',
  origin: OWN,
  call: '/',
  sent: 0,
  received: 0,
  state: 'answered',
  ...changes,
});

describe('sums', () => {
  it('are by place and purpose, and count the requests whose bytes are unknown', () => {
    const entries = [
      entry({ received: 10 }),
      entry({ received: 5, sent: 2 }),
      entry({ received: null, sent: 4, purpose: 'sign-in' }),
      entry({ origin: 'https://other.example', received: 1 }),
    ];
    expect(addUp(entries.map(sumOf))).toEqual([
      { origin: OWN, purpose: 'mailbox', requests: 2, sent: 2, received: 15, unmeasured: 0 },
      { origin: OWN, purpose: 'sign-in', requests: 1, sent: 4, received: 0, unmeasured: 1 },
      {
        origin: 'https://other.example',
        purpose: 'mailbox',
        requests: 1,
        sent: 0,
        received: 1,
        unmeasured: 0,
      },
    ]);
  });

  it('add only the new part of a request that was counted before it ended', () => {
    const before = entry({ sent: 3, received: 4 });
    const now = entry({ sent: 3, received: null });
    expect(addUp([sumOf(before), growthOf(before, now)])).toEqual([sumOf(now)]);
    const later = entry({ sent: 5, received: 9 });
    expect(addUp([sumOf(before), growthOf(before, later)])).toEqual([sumOf(later)]);
  });
});

describe('files that the browser loads by itself', () => {
  const resource = (path: string, transferSize: number, initiatorType = 'script'): LoadedResource => ({
    name: new URL(path, OWN).href,
    initiatorType,
    transferSize,
    at: 7,
  });

  it('are one sum for the product’s files that came over the network', () => {
    const resources = [
      resource('/?code=secret', 874, 'navigation'),
      resource('/assets/a.js', 1_300),
      resource('/assets/cached.js', 0),
      resource('/assets/unchanged.js', 300),
      resource('/assets/b.wasm', 2_300, 'fetch'),
    ];
    expect(loadedBy('page', resources, OWN)).toEqual({
      files: { origin: OWN, purpose: 'app files', requests: 4, sent: 0, received: 3_574, unmeasured: 0 },
      entries: [],
    });
  });

  it('are in the same sum when the service worker caches them', () => {
    const resources = [
      resource('/index.html', 948, 'fetch'),
      resource('/assets/a.js', 0, 'fetch'),
      resource('/assets/b.wasm', 2_300, 'fetch'),
    ];
    expect(loadedBy('service worker', resources, OWN)).toEqual({
      files: { origin: OWN, purpose: 'app files', requests: 2, sent: 0, received: 2_648, unmeasured: 0 },
      entries: [],
    });
    const elsewhere = [resource('https://evil.example/', 1_300, 'fetch')];
    expect(loadedBy('service worker', elsewhere, OWN).entries).toMatchObject([{ purpose: 'other' }]);
  });

  it('are separate entries when they come from elsewhere, without their address', () => {
    const resources = [
      resource('https://accounts.google.com/gsi/client', 0),
      resource('https://evil.example/robin?x=1', 1_300, 'img'),
    ];
    const { files, entries } = loadedBy('page', resources, OWN);
    expect(files).toBeNull();
    expect(entries).toEqual([
      {
        at: 7,
        purpose: 'sign-in',
        method: 'GET',
        origin: 'https://accounts.google.com',
        call: '/gsi/client',
        sent: 0,
        received: null,
        state: 'answered',
      },
      expect.objectContaining({
        purpose: 'other',
        origin: 'https://evil.example',
        call: '/…',
        received: 1_000,
      }),
    ]);
  });

  it('are not counted twice when the worker requested its scripts, but are for scripts of the page', () => {
    const sent = [resource('/api/config', 567, 'fetch'), resource('https://evil.example/', 0, 'beacon')];
    expect(loadedBy('worker', sent, OWN)).toEqual({ files: null, entries: [] });
    expect(loadedBy('page', sent, OWN).entries).toMatchObject([
      { purpose: 'other', call: '/api/config', sent: null },
      { purpose: 'other', origin: 'https://evil.example', sent: null, received: null },
    ]);
  });
});
