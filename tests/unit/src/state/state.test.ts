import { createStore } from 'jotai';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  IDLE_SCAN,
  type ComparisonResult,
  type Fact,
  type Ledger,
  type ScanPhase,
} from '../../../../worker/contract.ts';
import * as state from '../../../../src/state/core.ts';
import { landingScreen, openScreens, scanView } from '../../../../src/state/page.ts';
import { signedIn } from '../signed-in.ts';
import { snapshot } from '../snapshot.ts';

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

  it('with new keys but the same token is not a new sign-in', () => {
    state.applyEvent(store, { type: 'session', session: signedIn() });
    state.settleSignIn(store);
    state.applyEvent(store, { type: 'session', session: { ...signedIn(), psiPrivateKeys: '' } });
    expect(store.get(state.justLoggedIn)).toBe(false);
  });

  it('is a new sign-in with another server session, but not with another mail grant', () => {
    state.applySnapshot(store, snapshot({ session: signedIn() }));
    state.applyEvent(store, { type: 'session', session: signedIn({ access_token: 'second' }) });
    expect(store.get(state.justLoggedIn)).toBe(false);
    const serverSession = { token: `session.2.${'s'.repeat(43)}`, expiresAt: 2_000_000_000_000 };
    state.applyEvent(store, { type: 'session', session: { ...signedIn(), serverSession } });
    expect(store.get(state.justLoggedIn)).toBe(true);
  });

  it('expires on time, and the person stays known', () => {
    state.applyEvent(store, { type: 'session', session: signedIn() });
    state.setNow(store, 1_999_999_999_999);
    expect([store.get(state.isGoogleAuthed), store.get(state.mayRead)]).toEqual([true, true]);
    state.setNow(store, 2_000_000_000_000);
    expect([store.get(state.isGoogleAuthed), store.get(state.mayRead)]).toEqual([false, false]);
    expect(store.get(state.loggedInGmail)).toBe('robin.keller@mail.example');
  });

  it('signs nobody in without a server session', () => {
    state.applyEvent(store, { type: 'session', session: { ...signedIn(), serverSession: null } });
    expect(store.get(state.isGoogleAuthed)).toBe(false);
    expect(store.get(state.justLoggedIn)).toBe(false);
    expect(store.get(state.loggedInGmail)).toBe('robin.keller@mail.example');
  });

  it('signs the person in without a mail grant, to compare a file', () => {
    state.applyEvent(store, { type: 'session', session: { ...signedIn(), googleAuthToken: null } });
    expect(store.get(state.isGoogleAuthed)).toBe(true);
    expect([store.get(state.scopesApproved), store.get(state.mayRead)]).toEqual([false, false]);
  });

  it('with null signs the person out', () => {
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
  it('each change only their own atom', () => {
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

  it('set the result and the ledger, and remove the result again', () => {
    const ledger: Ledger = { entries: [], sums: [], folded: 3 };
    state.applyEvent(store, { type: 'result', result: RESULT });
    state.applyEvent(store, { type: 'ledger', ledger });
    expect(store.get(state.result)).toEqual(RESULT);
    expect(store.get(state.ledger)).toEqual(ledger);
    state.applyEvent(store, { type: 'result', result: null });
    expect(store.get(state.result)).toBeNull();
    expect(store.get(state.ledger)).toEqual(ledger);
  });

  it('that are notices change nothing', () => {
    state.applySnapshot(store, snapshot({ facts: [FACT] }));
    state.applyEvent(store, { type: 'notice', notice: { code: 'keys_replaced' } });
    expect(store.get(state.facts)).toEqual([FACT]);
  });
});

describe('the scan’s screen', () => {
  const VIEWS: Record<ScanPhase, 'ready' | 'running' | 'paused'> = {
    idle: 'ready',
    searching: 'running',
    headers: 'running',
    reading: 'running',
    paused: 'paused',
    cancelled: 'ready',
    done: 'ready',
  };

  it.each(Object.entries(VIEWS))('shows, while the scan is %s: %s', (phase, view) => {
    state.applyEvent(store, { type: 'scan', scan: { ...IDLE_SCAN, phase: phase as ScanPhase } });
    expect(store.get(scanView)).toBe(view);
  });
});

describe('the screen at which the app opens', () => {
  it.each([
    ['welcome', 'with nothing', snapshot()],
    ['scan', 'signed in', snapshot({ session: signedIn() })],
    [
      'scan',
      'with a paused scan, found facts or not',
      snapshot({ scan: { ...IDLE_SCAN, phase: 'paused' }, facts: [FACT] }),
    ],
    ['stamps', 'after a scan that found nothing', snapshot({ scan: { ...IDLE_SCAN, phase: 'done' } })],
    ['stamps', 'with facts', snapshot({ session: signedIn(), facts: [FACT] })],
    ['result', 'after a comparison', snapshot({ session: signedIn(), facts: [FACT], result: RESULT })],
  ])('is %s %s', (screen, _when, given) => {
    state.applySnapshot(store, given);
    expect(landingScreen(store)).toBe(screen);
  });

  it('never lets a result open that does not exist', () => {
    state.applySnapshot(store, snapshot({ facts: [FACT] }));
    expect(store.get(openScreens).has('result')).toBe(false);
  });
});
