import { createStore } from 'jotai';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  IDLE_SCAN,
  type AppError,
  type Commands,
  type ComparisonResult,
  type Fact,
  type MailSummary,
  type Outcome,
  type ScanProgress,
  type Session,
  type Shown,
  type UnreadableMail,
  type WorkerEvent,
} from '../../../../worker/contract.ts';
import { createActions, type Actions } from '../../../../src/actions/actions.ts';
import type { Farewell } from '../../../../src/browser/after-reload.ts';
import type { DemoAsk } from '../../../../src/auth/demo.ts';
import { applyEvent, applySnapshot, type Store } from '../../../../src/state/core.ts';
import { problem, screen, signInSheet, task } from '../../../../src/state/page.ts';
import { signedIn } from '../signed-in.ts';
import { snapshot } from '../snapshot.ts';

const NOW = 1_700_000_000_000;

const SESSION = signedIn({ expires_at: NOW + 1000 });
/** Signed in, without permission to read. */
const UNREAD: Session = { ...SESSION, googleAuthToken: null };
const OVER: Session = { ...UNREAD, serverSession: null };

const HELD: Fact = {
  id: 'travelInterests/bars',
  list: 'travelInterests',
  key: 'bars',
  name: 'bars',
  slot: 5,
  origin: 'person',
  counts: true,
  mails: [],
};
const RESULT: ComparisonResult = {
  verifiedTravelEvents: [],
  selfAttestedEvents: [],
  travelInterests: ['bars'],
  compared: [HELD.id],
  comparedAt: NOW,
};

const ID_TOKEN = { provider: 'google', idToken: 'id-token', nonce: 'nonce' } as const;
const GRANT = { provider: 'google', grant: SESSION.googleAuthToken } as const;

function refused(told: AppError): () => Promise<Outcome<never>> {
  const outcome: Promise<Outcome<never>> = Promise.resolve({ ok: false, error: told });
  return () => outcome;
}

function done<T>(value: T): () => Promise<Outcome<T>> {
  const outcome: Promise<Outcome<T>> = Promise.resolve({ ok: true, value });
  return () => outcome;
}

let store: Store;
let commands: Partial<Commands>;
let actions: Actions;
const ports = {
  inform: vi.fn<(message: string) => void>(),
  tell: vi.fn<(message: string) => void>(),
  warn: vi.fn<(message: string) => void>(),
  redirectToDemo: vi.fn<(ask: DemoAsk) => Promise<void>>(() => Promise.resolve()),
  providerLogOut: vi.fn<() => Promise<void>>(() => Promise.resolve()),
  forgetSession: vi.fn<() => void>(),
  sayAfterReload: vi.fn<(words: Farewell) => void>(),
  save: vi.fn<(fileName: string, value: unknown) => void>(),
  keepStorage: vi.fn<() => void>(),
  install: vi.fn<() => Promise<void>>(() => Promise.resolve()),
  applyUpdate: vi.fn<() => void>(),
  reload: vi.fn<() => void>(),
  retryStart: vi.fn<() => Promise<void>>(() => Promise.resolve()),
};

function given(session: Session | null, provider: 'demo' | 'google' = 'demo'): void {
  const googleClientId = provider === 'google' ? 'client' : null;
  applySnapshot(store, snapshot({ config: { provider, googleClientId }, session }));
}

beforeEach(() => {
  vi.clearAllMocks();
  store = createStore();
  commands = { readShown: done<Shown>({ stamps: [], withdrawn: [], readAt: NOW }) };
  actions = createActions({
    ...ports,
    store,
    core: { call: (command) => command(commands as Commands) },
    navigation: {
      open: async (next) => store.set(screen, next),
      land: () => store.set(screen, 'welcome'),
      close: () => store.set(screen, 'welcome'),
    },
    now: () => NOW,
  });
});

describe('signing in', () => {
  it('leaves for the consent page at the demo provider, and only opens our own sheet for Google', async () => {
    given(null);
    await actions.signIn('mailbox', 'scan');
    expect(ports.redirectToDemo).toHaveBeenCalledWith({ step: 'sign-in', purpose: 'mailbox', after: 'scan' });
    given(null, 'google');
    await actions.signIn('account', 'compare');
    expect(ports.redirectToDemo).toHaveBeenCalledTimes(1);
    expect(store.get(signInSheet)).toEqual({ step: 'sign-in', purpose: 'account', after: 'compare' });
  });

  it('shows an error when it cannot begin', async () => {
    given(null);
    ports.redirectToDemo.mockRejectedValueOnce(new DOMException('no', 'SecurityError'));
    await actions.signIn('mailbox', 'scan');
    expect(store.get(problem)).toMatchObject({ task: 'sign-in', error: { code: 'sign_in_failed' } });
  });

  it.each(['demo', 'google'] as const)(
    'with %s greets the person, and asks for permission to read only at a second press',
    async (provider) => {
      given(null, provider);
      commands.signIn = () => {
        applyEvent(store, { type: 'session', session: UNREAD });
        return done(UNREAD)();
      };
      await actions.completeSignIn(ID_TOKEN, 'mailbox', 'scan');
      expect(ports.tell).toHaveBeenCalledWith('Signed in as robin.keller@mail.example');
      expect(store.get(screen)).toBe('scan');
      expect(store.get(signInSheet)).toEqual({ step: 'reading', after: 'scan' });
      expect(ports.redirectToDemo).not.toHaveBeenCalled();
      expect(store.get(task)).toBeNull();
    },
  );

  it('to compare a file’s facts never asks to read', async () => {
    commands.signIn = done(UNREAD);
    await actions.completeSignIn(ID_TOKEN, 'account', 'compare');
    expect(store.get(screen)).toBe('stamps');
    expect(store.get(signInSheet)).toBeNull();
  });

  describe('in the middle of Compare privately', () => {
    const compare = vi.fn<Commands['compare']>();
    beforeEach(() => {
      applySnapshot(store, snapshot({ facts: [HELD] }));
      commands.signIn = () => {
        applyEvent(store, { type: 'session', session: UNREAD });
        return done(UNREAD)();
      };
      commands.compare = compare.mockReset();
    });

    it('continues with the comparison, once', async () => {
      compare.mockImplementation(done(RESULT));
      await actions.completeSignIn(ID_TOKEN, 'account', 'compare');
      await vi.waitFor(() => expect(store.get(screen)).toBe('result'));
      expect(compare).toHaveBeenCalledOnce();
    });

    it('does not repeat a comparison that fails, and afterwards waits for a press', async () => {
      compare.mockImplementation(refused({ code: 'session_ended', message: 'no' }));
      await actions.completeSignIn(ID_TOKEN, 'account', 'compare');
      await vi.waitFor(() => expect(store.get(problem)).toMatchObject({ task: 'compare' }));
      await actions.completeSignIn(ID_TOKEN, 'account', 'stamps');
      expect(store.get(screen)).toBe('stamps');
      expect(compare).toHaveBeenCalledOnce();
    });

    it('compares nothing when none of the facts count for the account', async () => {
      applySnapshot(store, snapshot({ facts: [{ ...HELD, counts: false }] }));
      await actions.completeSignIn(ID_TOKEN, 'account', 'compare');
      expect(compare).not.toHaveBeenCalled();
      expect(store.get(problem)).toBeNull();
    });
  });

  it('continues at once when it is repeated while reading is still allowed', async () => {
    given(SESSION);
    applyEvent(store, { type: 'scan', scan: { ...IDLE_SCAN, phase: 'paused', source: 'account' } });
    const resume = vi.fn<Commands['resume']>(done<ScanProgress>({ ...IDLE_SCAN, phase: 'done' }));
    commands.signIn = done<Session>(SESSION);
    commands.resume = resume;
    await actions.completeSignIn(ID_TOKEN, 'mailbox', 'resume');
    expect(store.get(signInSheet)).toBeNull();
    expect(resume).toHaveBeenCalledOnce();
  });
});

describe('allowing to read', () => {
  it('is the only step for somebody who is signed in', async () => {
    given(UNREAD);
    await actions.signIn('mailbox', 'scan');
    expect(store.get(signInSheet)).toEqual({ step: 'reading', after: 'scan' });
    await actions.allowAtDemo('scan');
    expect(store.get(signInSheet)).toBeNull();
    expect(ports.redirectToDemo).toHaveBeenCalledExactlyOnceWith({
      step: 'reading',
      address: SESSION.email,
      after: 'scan',
    });
  });

  it('comes after signing in again when the sign-in has expired', async () => {
    given(OVER);
    await actions.signIn('mailbox', 'resume');
    expect(ports.redirectToDemo).toHaveBeenCalledWith({
      step: 'sign-in',
      purpose: 'mailbox',
      after: 'resume',
    });
  });

  it('resumes the scan that paused when the permission expired', async () => {
    given(SESSION);
    applyEvent(store, { type: 'scan', scan: { ...IDLE_SCAN, phase: 'paused', source: 'account' } });
    const resume = vi.fn<Commands['resume']>(done<ScanProgress>({ ...IDLE_SCAN, phase: 'done' }));
    commands.allowReading = done<Session>(SESSION);
    commands.resume = resume;
    await actions.completeReading(GRANT, 'resume');
    expect(resume).toHaveBeenCalledOnce();
  });

  it('ends auto-select when the mailbox does not say whose it is', async () => {
    commands.allowReading = refused({ code: 'profile_failed', message: 'Failed to fetch profile' });
    await actions.completeReading(GRANT, 'scan');
    expect(ports.providerLogOut).toHaveBeenCalledOnce();
  });

  it('for another account is refused with the reason, and nothing resumes', async () => {
    given(UNREAD);
    commands.allowReading = refused({ code: 'other_address', message: 'Reading was allowed for another.' });
    await actions.completeReading(GRANT, 'resume');
    expect(store.get(problem)).toMatchObject({ task: 'reading', error: { code: 'other_address' } });
  });

  it('is not an error when it was declined', async () => {
    await actions.welcomeBack({ kind: 'declined', step: 'reading', after: 'scan' });
    expect(store.get(problem)).toBeNull();
    expect(ports.inform).toHaveBeenCalledWith(expect.stringContaining('Reading was not allowed'));
  });
});

describe('a sign-in that fails', () => {
  it.each([
    ['psi_account_setup', 'Error with PSI account setup.'],
    ['create_account_failed', 'Failed to create account: taken'],
    ['update_keys_failed', 'Failed to update keys: taken'],
    ['user_lookup_failed', 'An error occurred. Please try again'],
  ] as const)('toasts %s word for word', async (code, words) => {
    const error: AppError = { code, message: code, serverError: 'taken' };
    commands.signIn = refused(error);
    await actions.completeSignIn(ID_TOKEN, 'mailbox', 'scan');
    expect(ports.warn).toHaveBeenCalledWith(words);
    expect(store.get(problem)).toEqual({ task: 'sign-in', error });
  });

  it('is not an error when it was cancelled', async () => {
    await actions.welcomeBack({ kind: 'declined', step: 'sign-in', after: 'scan' });
    expect(store.get(problem)).toBeNull();
    expect(ports.inform).toHaveBeenCalledOnce();
  });

  it('is refused when this tab did not begin it', async () => {
    const signIn = vi.fn<Commands['signIn']>(done(SESSION));
    commands.signIn = signIn;
    await actions.welcomeBack({ kind: 'foreign' });
    expect(signIn).not.toHaveBeenCalled();
    expect(store.get(problem)?.error.code).toBe('sign_in_failed');
  });
});

describe('signing out', () => {
  it('logs out, forgets the session and reloads at the start, from any screen', async () => {
    given(SESSION);
    store.set(screen, 'ledger');
    commands.signOut = done({ heard: true });
    ports.providerLogOut.mockRejectedValueOnce(new TypeError('Google’s code cannot be had'));
    await actions.signOut();
    expect(ports.forgetSession).toHaveBeenCalledOnce();
    expect(ports.sayAfterReload).toHaveBeenCalledExactlyOnceWith('signed-out');
    expect(store.get(screen)).toBe('welcome');
    expect(ports.reload).toHaveBeenCalledOnce();
  });

  it('says what will end by itself when a provider or the server could not be reached', async () => {
    given(SESSION);
    commands.signOut = done({ heard: false });
    await actions.signOut();
    expect(ports.sayAfterReload).toHaveBeenCalledExactlyOnceWith('signed-out-unheard');
  });

  it('is called erasing when nobody is signed in', async () => {
    given(null);
    commands.signOut = done({ heard: true });
    await actions.signOut();
    expect(ports.sayAfterReload).toHaveBeenCalledExactlyOnceWith('erased');
  });

  it('keeps the session when the stores could not be emptied, so that the person can try again', async () => {
    commands.signOut = refused({ code: 'storage_failed', message: 'no' });
    await actions.signOut();
    expect(ports.forgetSession).not.toHaveBeenCalled();
    expect(ports.reload).not.toHaveBeenCalled();
    expect(ports.warn).toHaveBeenCalledWith(
      expect.stringMatching(/^The storage on this device could not be used\./),
    );
  });
});

describe('scanning', () => {
  it('opens the scan’s screen while it runs, and the stamps when it is done', async () => {
    given(SESSION);
    const finished: ScanProgress = { ...IDLE_SCAN, phase: 'done', mailsRead: 5 };
    commands.scan = () => {
      const event: WorkerEvent = { type: 'scan', scan: { ...IDLE_SCAN, phase: 'reading' } };
      applyEvent(store, event);
      actions.heard(event);
      expect(store.get(screen)).toBe('scan');
      return Promise.resolve({ ok: true, value: finished });
    };
    await actions.scanMailbox(false);
    expect(store.get(screen)).toBe('stamps');
  });

  it('asks the browser to keep the device’s data once mail is being read, and not before', async () => {
    given(SESSION);
    const tell = (phase: ScanProgress['phase']): void => {
      actions.heard({ type: 'scan', scan: { ...IDLE_SCAN, phase } });
    };
    tell('paused');
    commands.scan = () => {
      expect(ports.keepStorage).not.toHaveBeenCalled();
      tell('searching');
      tell('reading');
      return done({ ...IDLE_SCAN, phase: 'done' } as const)();
    };
    await actions.scanMailbox(false);
    expect(ports.keepStorage).toHaveBeenCalledOnce();
  });

  it('stays on its screen when the file is not a mailbox', async () => {
    given(null);
    commands.scan = refused({ code: 'mbox_not_a_mailbox', message: 'This file is not a mailbox.' });
    await actions.importFile(new File(['x'], 'photo.jpg'));
    expect(store.get(screen)).toBe('welcome');
    expect(store.get(problem)?.error.code).toBe('mbox_not_a_mailbox');
    expect(ports.keepStorage).not.toHaveBeenCalled();
  });

  it('asks for a new permission first when the old one has expired', async () => {
    given({ ...SESSION, googleAuthToken: { ...SESSION.googleAuthToken, expires_at: NOW } });
    await actions.scanMailbox(false);
    expect(store.get(signInSheet)).toEqual({ step: 'reading', after: 'scan' });
  });
});

describe('the mails that could not be read', () => {
  it('come from the device; if they cannot be read, no error is shown', async () => {
    const mail: UnreadableMail = {
      messageId: 'a',
      source: 'account',
      reason: 'refused',
      subject: null,
      date: null,
    };
    commands.unreadableMails = done([mail]);
    expect(await actions.unreadableMails()).toEqual([mail]);
    commands.unreadableMails = refused({ code: 'storage_failed', message: 'no' });
    expect(await actions.unreadableMails()).toBeNull();
    expect(store.get(problem)).toBeNull();
    expect(ports.warn).not.toHaveBeenCalled();
  });
});

describe('the mails of a slot', () => {
  it('come from the device; if they cannot be read, no error is shown', async () => {
    const asked: number[] = [];
    const mail: MailSummary = { messageId: 'a', subject: 'Ticket', from: 'a@mail.example', date: 1 };
    commands.slotMails = (slot) => {
      asked.push(slot);
      return done([mail])();
    };
    expect(await actions.slotMails(41)).toEqual([mail]);
    expect(asked).toEqual([41]);
    commands.slotMails = refused({ code: 'storage_failed', message: 'no' });
    expect(await actions.slotMails(41)).toBeNull();
    expect(store.get(problem)).toBeNull();
    expect(ports.warn).not.toHaveBeenCalled();
  });
});

describe('choosing', () => {
  it('applies a quick second tap on top of the first, before the worker has answered', async () => {
    given(SESSION);
    const asked: unknown[] = [];
    const answers: (() => void)[] = [];
    commands.choose = (choices) => {
      asked.push(choices);
      return new Promise((resolve) => answers.push(() => resolve({ ok: true, value: null })));
    };
    const first = actions.choose((now) => ({ ...now, interests: [...now.interests, 'running'] }));
    const second = actions.choose((now) => ({ ...now, interests: [...now.interests, 'bars'] }));
    for (const answer of answers) answer();
    await Promise.all([first, second]);
    expect(asked).toEqual([
      { interests: ['running'], events: [] },
      { interests: ['running', 'bars'], events: [] },
    ]);
  });
});

describe('comparing and disclosing', () => {
  it('asks who the person is, and never to read their mail', async () => {
    given(null);
    applyEvent(store, { type: 'scan', scan: { ...IDLE_SCAN, phase: 'done', source: 'file' } });
    await actions.compare();
    expect(ports.redirectToDemo).toHaveBeenCalledWith({
      step: 'sign-in',
      purpose: 'account',
      after: 'compare',
    });
  });

  it('with an expired sign-in says so and offers to sign in again', async () => {
    given(OVER);
    commands.compare = refused({ code: 'session_expired', message: 'Your sign-in has run out.' });
    await actions.compare();
    expect(store.get(problem)?.error.code).toBe('session_expired');
    expect(ports.redirectToDemo).not.toHaveBeenCalled();
  });

  it('does not start twice when pressed twice', async () => {
    given(SESSION);
    const answer = Promise.withResolvers<Outcome<never>>();
    const compare = vi.fn<Commands['compare']>(() => answer.promise);
    commands.compare = compare;
    const both = [actions.compare(), actions.compare()];
    answer.resolve({ ok: false, error: { code: 'comparison_failed', message: 'no' } });
    await Promise.all(both);
    expect(compare).toHaveBeenCalledOnce();
  });

  it('says whether the server recorded what was disclosed', async () => {
    given(SESSION);
    commands.disclose = refused({ code: 'disclosure_refused', message: 'no' });
    expect(await actions.disclose(['travelInterests/bars'])).toBe(false);
    expect(ports.tell).not.toHaveBeenCalled();
  });
});

describe('the server’s record', () => {
  it('is read after a sign-in to learn what is shown', async () => {
    const readShown = vi.fn<Commands['readShown']>(done<Shown>({ stamps: [], withdrawn: [], readAt: NOW }));
    commands = { readShown, signIn: done(SESSION) };
    await actions.completeSignIn(ID_TOKEN, 'account', 'scan');
    expect(readShown).toHaveBeenCalledOnce();
    await actions.completeSignIn(ID_TOKEN, 'account', 'shown');
    expect(store.get(screen)).toBe('shown');
  });

  it('is saved as the server sent it, with an explanation, and withdrawals are reported', async () => {
    commands.holdings = done<unknown>({ account: { email: 'robin.keller@mail.example' } });
    const explained = { account: 'Your account.' };
    expect(await actions.downloadHoldings(explained)).toBeNull();
    expect(ports.save).toHaveBeenCalledWith('waystamp-server-record.json', {
      explained,
      record: { account: { email: 'robin.keller@mail.example' } },
    });
    commands.withdraw = done<Shown>({ stamps: [], withdrawn: [], readAt: NOW });
    expect(await actions.withdraw('disclosure-1', 'Devcon 7 SEA')).toBeNull();
    expect(ports.tell).toHaveBeenCalledWith('Devcon 7 SEA is withdrawn');
  });

  it('reports errors where it was asked for, and touches nothing else', async () => {
    const error: AppError = { code: 'disclosure_unknown', message: 'no' };
    commands = { readShown: refused(error), withdraw: refused(error), holdings: refused(error) };
    expect(await actions.readShown()).toEqual(error);
    expect(await actions.withdraw('disclosure-1', 'Devcon 7 SEA')).toEqual(error);
    expect(await actions.downloadHoldings({})).toEqual(error);
    expect(ports.save).not.toHaveBeenCalled();
    expect(store.get(problem)).toBeNull();
  });
});

describe('deleting the account', () => {
  it('ends like a sign-out', async () => {
    commands.deleteAccount = done({ heard: true });
    await actions.deleteAccount();
    expect(ports.sayAfterReload).toHaveBeenCalledExactlyOnceWith('account-deleted');
    expect(ports.forgetSession).toHaveBeenCalledOnce();
    expect(ports.reload).toHaveBeenCalledOnce();
  });

  it('leaves everything as it is when the server refuses', async () => {
    given(SESSION);
    commands.deleteAccount = refused({ code: 'server_unavailable', message: 'no' });
    await actions.deleteAccount();
    expect(ports.sayAfterReload).not.toHaveBeenCalled();
    expect(ports.forgetSession).not.toHaveBeenCalled();
    expect(ports.reload).not.toHaveBeenCalled();
    expect(store.get(problem)).toMatchObject({ task: 'sign-out', error: { code: 'server_unavailable' } });
  });
});
