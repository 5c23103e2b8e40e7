import { createStore } from 'jotai';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  IDLE_SCAN,
  type ComparisonResult,
  type Fact,
  type Ledger,
  type ScanPhase,
} from '../../../worker/contract.ts';
import * as state from '../../../src/state/core.ts';
import { landingScreen, openScreens, scanView } from '../../../src/state/page.ts';
import { signedIn } from './signed-in.ts';
import { snapshot } from './snapshot.ts';

const FACT: Fact = {
  id: 'verifiedTravelEvents/devcon',
  list: 'verifiedTravelEvents',
  key: 'devcon',
  name: 'Devcon 7 SEA',
  slot: 4,
  origin: 'mail',
  counts: true,
  mails: [],
};
const RESULT: ComparisonResult = {
  verifiedTravelEvents: ['devcon'],
  selfAttestedEvents: [],
  travelInterests: [],
  comparedAt: 1,
  compared: [],
};

let store: state.Store;
beforeEach(() => {
  store = createStore();
});

describe('the atoms before anything is known', () => {
  it('say that nobody is signed in', () => {
    expect(store.get(state.isGoogleAuthed)).toBe(false);
    expect(store.get(state.googleAuthToken)).toBeNull();
    expect(store.get(state.loggedInGmail)).toBeNull();
    expect(store.get(state.scopesApproved)).toBe(false);
    expect(store.get(state.justLoggedIn)).toBe(false);
  });
});

describe('a session event', () => {
  it('signs the person in and says that it just happened', () => {
    state.applyEvent(store, { type: 'session', session: signedIn() });
    expect(store.get(state.isGoogleAuthed)).toBe(true);
    expect(store.get(state.loggedInGmail)).toBe('robin.keller@mail.example');
    expect(store.get(state.scopesApproved)).toBe(true);
    expect(store.get(state.justLoggedIn)).toBe(true);
  });

  it('with new keys but the same token is no new sign-in', () => {
    state.applyEvent(store, { type: 'session', session: signedIn() });
    state.settleSignIn(store);
    state.applyEvent(store, { type: 'session', session: { ...signedIn(), psiPrivateKeys: '' } });
    expect(store.get(state.justLoggedIn)).toBe(false);
  });

  it('with another session of the server’s is a new sign-in, with another mail grant is none', () => {
    state.applySnapshot(store, snapshot({ session: signedIn() }));
    state.applyEvent(store, { type: 'session', session: signedIn({ access_token: 'second' }) });
    expect(store.get(state.justLoggedIn)).toBe(false);
    const serverSession = { token: `session.2.${'s'.repeat(43)}`, expiresAt: 2_000_000_000_000 };
    state.applyEvent(store, { type: 'session', session: { ...signedIn(), serverSession } });
    expect(store.get(state.justLoggedIn)).toBe(true);
  });

  it('runs out with its time, and the person stays known', () => {
    state.applyEvent(store, { type: 'session', session: signedIn() });
    state.setNow(store, 1_999_999_999_999);
    expect([store.get(state.isGoogleAuthed), store.get(state.mayRead)]).toEqual([true, true]);
    state.setNow(store, 2_000_000_000_000);
    expect([store.get(state.isGoogleAuthed), store.get(state.mayRead)]).toEqual([false, false]);
    expect(store.get(state.loggedInGmail)).toBe('robin.keller@mail.example');
  });

  it('without the server’s part signs nobody in', () => {
    state.applyEvent(store, { type: 'session', session: { ...signedIn(), serverSession: null } });
    expect(store.get(state.isGoogleAuthed)).toBe(false);
    expect(store.get(state.justLoggedIn)).toBe(false);
    expect(store.get(state.loggedInGmail)).toBe('robin.keller@mail.example');
  });

  it('without a mail grant signs the person in, who can compare a file', () => {
    state.applyEvent(store, { type: 'session', session: { ...signedIn(), googleAuthToken: null } });
    expect(store.get(state.isGoogleAuthed)).toBe(true);
    expect([store.get(state.scopesApproved), store.get(state.mayRead)]).toEqual([false, false]);
  });

  it('of null signs the person out', () => {
    state.applyEvent(store, { type: 'session', session: signedIn() });
    state.applyEvent(store, { type: 'session', session: null });
    expect(store.get(state.isGoogleAuthed)).toBe(false);
    expect(store.get(state.justLoggedIn)).toBe(false);
  });

  it('with partial consent leaves scopesApproved false', () => {
    state.applyEvent(store, { type: 'session', session: signedIn({ scope: 'email profile' }) });
    expect(store.get(state.isGoogleAuthed)).toBe(true);
    expect(store.get(state.scopesApproved)).toBe(false);
  });
});

describe('the other events', () => {
  it('each change their own atom only', () => {
    state.applySnapshot(store, snapshot());
    const scan = { ...IDLE_SCAN, phase: 'reading' as const, done: 3, total: 9 };
    state.applyEvent(store, { type: 'scan', scan });
    state.applyEvent(store, { type: 'facts', facts: [FACT], slots: [0, 2] });
    state.applyEvent(store, { type: 'choices', choices: { interests: ['bars'], events: ['dweb'] } });
    expect(store.get(state.scan)).toEqual(scan);
    expect(store.get(state.facts)).toEqual([FACT]);
    expect(store.get(state.slots)).toEqual([0, 2]);
    expect(store.get(state.choices)).toEqual({ interests: ['bars'], events: ['dweb'] });
    expect(store.get(state.result)).toBeNull();
    expect(store.get(state.session)).toBeNull();
  });

  it('bring the result and the ledger, and take the result away again', () => {
    const ledger: Ledger = { entries: [], sums: [], folded: 3 };
    state.applyEvent(store, { type: 'result', result: RESULT });
    state.applyEvent(store, { type: 'ledger', ledger });
    expect(store.get(state.result)).toEqual(RESULT);
    expect(store.get(state.ledger)).toEqual(ledger);
    state.applyEvent(store, { type: 'result', result: null });
    expect(store.get(state.result)).toBeNull();
    expect(store.get(state.ledger)).toEqual(ledger);
  });

  it('a notice changes nothing', () => {
    state.applySnapshot(store, snapshot({ facts: [FACT] }));
    state.applyEvent(store, { type: 'notice', message: 'New keys were made.' });
    expect(store.get(state.facts)).toEqual([FACT]);
  });
});

describe('what the scan’s screen shows', () => {
  const VIEWS: Record<ScanPhase, 'ready' | 'running' | 'paused'> = {
    idle: 'ready',
    searching: 'running',
    headers: 'running',
    reading: 'running',
    paused: 'paused',
    cancelled: 'ready',
    done: 'ready',
  };

  it.each(Object.entries(VIEWS))('while it is %s: %s', (phase, view) => {
    state.applyEvent(store, { type: 'scan', scan: { ...IDLE_SCAN, phase: phase as ScanPhase } });
    expect(store.get(scanView)).toBe(view);
  });
});

describe('where the app opens', () => {
  it.each([
    ['welcome', 'with nothing', snapshot()],
    ['scan', 'signed in', snapshot({ session: signedIn() })],
    [
      'scan',
      'with a paused scan, found facts or not',
      snapshot({ scan: { ...IDLE_SCAN, phase: 'paused' }, facts: [FACT] }),
    ],
    ['facts', 'after a scan that found nothing', snapshot({ scan: { ...IDLE_SCAN, phase: 'done' } })],
    ['facts', 'with facts', snapshot({ session: signedIn(), facts: [FACT] })],
    ['result', 'after a comparison', snapshot({ session: signedIn(), facts: [FACT], result: RESULT })],
  ])('is %s %s', (screen, _when, given) => {
    state.applySnapshot(store, given);
    expect(landingScreen(store)).toBe(screen);
  });

  it('never lets a result be opened that is not there', () => {
    state.applySnapshot(store, snapshot({ facts: [FACT] }));
    expect(store.get(openScreens).has('result')).toBe(false);
  });
});
