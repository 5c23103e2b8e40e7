/**
 * Everything that a person can do, as functions for every screen. Each runs a command of the worker, reports errors,
 * and moves to the next screen. State itself changes from the worker's events only.
 */
import type { AddressedScreen } from '../../catalog/addresses.ts';
import type {
  AppError,
  Choices,
  Commands,
  Outcome,
  ScanProgress,
  ScanRequest,
  SignedOut,
  WorkerEvent,
} from '../../worker/contract.ts';
import type { Farewell } from '../browser/after-reload.ts';
import type { DemoAsk } from '../auth/demo.ts';
import { createLookUps } from './look-ups.ts';
import { createMeasuring } from './measuring.ts';
import { createRecordActions } from './record.ts';
import type { Navigation } from '../navigation/navigation.ts';
import { createSigningIn } from './signing-in.ts';
import {
  applySnapshot,
  choices,
  mayRead,
  SCANNING,
  session,
  setNow,
  settleSignIn,
  type Store,
} from '../state/core.ts';
import { farewell, problem, screen, task, type Task } from '../state/page.ts';
import { errorText, noticeText } from '../texts/errors.ts';
import { TOASTED } from '../texts/problems.ts';
import type { CoreClient } from '../browser/worker-client.ts';
import { textsOf } from '../language/language.ts';
import { toastTexts } from '../texts/en/toasts.ts';

export interface ActionPorts {
  store: Store;
  core: Pick<CoreClient, 'call'>;
  navigation: Pick<Navigation, 'open' | 'land' | 'close'>;
  /** Toasts: information, success, failure. */
  inform: (message: string) => void;
  tell: (message: string) => void;
  warn: (message: string) => void;
  /** Leaves for the demo provider's consent page. */
  redirectToDemo: (ask: DemoAsk) => Promise<void>;
  /** The provider's own log-out, where it has one. */
  providerLogOut: () => Promise<void>;
  forgetSession: () => void;
  /** Leaves a message for after the reload. */
  sayAfterReload: (words: Farewell) => void;
  /** Saves a value as a file for the person. */
  save: (fileName: string, value: unknown) => void;
  /** Starts the worker again after it could not be started. */
  retryStart: () => Promise<void>;
  /** Asks the browser not to clear this device's storage by itself. */
  keepStorage: () => void;
  /** Shows the browser's own question whether to install the app. */
  install: () => Promise<void>;
  /** Switches to the newer version as soon as nothing is running. */
  applyUpdate: () => void;
  reload: () => void;
  now: () => number;
}

export type Actions = ReturnType<typeof createActions>;

export function createActions(ports: ActionPorts) {
  const { store, core, navigation } = ports;
  const record = createRecordActions(ports);

  /** Runs a command as the page's current task. A failure stays in `problem` until the next try. */
  async function run<T>(name: Task, command: () => Promise<Outcome<T>>): Promise<Outcome<T> | null> {
    if (store.get(task) !== null) return null;
    store.set(task, name);
    store.set(problem, null);
    try {
      const outcome = await command();
      if (!outcome.ok) fail(name, outcome.error);
      return outcome;
    } finally {
      store.set(task, null);
    }
  }

  function fail(name: Task, error: AppError): void {
    store.set(problem, { task: name, error });
    // Most errors appear on the screen where they happened; these also appear as a toast.
    if (TOASTED.has(error.code) || name === 'sign-out') ports.warn(errorText(error));
    // An account whose token cannot even read its own profile must not be selected automatically next time.
    if (error.code === 'profile_failed') void ports.providerLogOut();
  }

  const signOut = (): Promise<void> => {
    const nobody = store.get(session) === null;
    return leave(
      (told) => (nobody ? 'erased' : told ? 'signed-out' : 'signed-out-unheard'),
      (remote) => remote.signOut(),
    );
  };
  /** The same after the server has removed the account. If the server fails, nothing changes. */
  const deleteAccount = (): Promise<void> =>
    leave(
      () => 'account-deleted',
      (remote) => remote.deleteAccount(),
    );

  async function leave(
    said: (told: boolean) => Farewell,
    command: (core: Commands) => Promise<Outcome<SignedOut>>,
  ): Promise<void> {
    const outcome = await run('sign-out', () => core.call(command));
    // If the stores could not be emptied, the person was told; the session stays, so that they can try again.
    if (outcome?.ok !== true) return;
    // Google's code may be unreachable; the device is empty all the same, and the message says so.
    await ports.providerLogOut().catch(() => undefined);
    ports.forgetSession();
    ports.sayAfterReload(said(outcome.value.heard));
    // Nothing of the screen where it was started is left.
    await navigation.open('welcome', { replace: true });
    ports.reload();
  }

  // A file that is not a mailbox is refused before anything is read, so the person stays where they were.
  let scanAsked = false;

  async function follow(running: Promise<Outcome<ScanProgress>>): Promise<void> {
    const outcome = await running;
    if (!outcome.ok) {
      fail('scan', outcome.error);
      return;
    }
    const watched = scanAsked || store.get(screen) === 'scan';
    if (outcome.value.phase === 'done' && watched) void navigation.open('stamps');
  }

  async function startScan(request: ScanRequest): Promise<void> {
    store.set(problem, null);
    store.set(farewell, null);
    settleSignIn(store);
    scanAsked = true;
    await follow(core.call((remote) => remote.scan(request)));
    scanAsked = false;
  }

  /** Handles an event of the worker, which the store has applied already. */
  function heard(event: WorkerEvent): void {
    if (event.type === 'notice') ports.inform(noticeText(event.notice));
    if (event.type !== 'scan' || !scanAsked || !SCANNING.has(event.scan.phase)) return;
    scanAsked = false;
    // Only once there is something worth keeping, since some browsers ask the person.
    ports.keepStorage();
    void navigation.open('scan');
  }

  async function scanMailbox(thorough: boolean): Promise<void> {
    setNow(store, ports.now());
    if (!store.get(mayRead)) await signingIn.signIn('mailbox', 'scan');
    else await startScan({ source: { kind: 'account' }, thorough });
  }

  async function importFile(file: File): Promise<void> {
    await startScan({ source: { kind: 'file', file, name: file.name }, thorough: false });
  }

  async function resume(): Promise<void> {
    store.set(problem, null);
    await follow(core.call((remote) => remote.resume()));
  }

  /** Reads a mail again that stopped the worker; reports like a scan. */
  async function readAgain(messageId: string): Promise<void> {
    await follow(core.call((remote) => remote.readAgain(messageId)));
  }

  async function cancel(): Promise<void> {
    await core.call((remote) => remote.cancel());
  }

  // Taps may be faster than the worker's answers, so each builds on the latest request.
  let asked: Choices | null = null;
  async function choose(change: (current: Choices) => Choices): Promise<void> {
    const wanted = change(asked ?? store.get(choices));
    asked = wanted;
    const outcome = await core.call((remote) => remote.choose(wanted));
    if (asked === wanted) asked = null;
    if (!outcome.ok) ports.warn(errorText(outcome.error));
  }

  async function compare(): Promise<void> {
    // This needs the person's identity, but not permission to read.
    if (store.get(session) === null) {
      await signingIn.signIn('account', 'compare');
      return;
    }
    settleSignIn(store);
    const outcome = await run('compare', () => core.call((remote) => remote.compare()));
    if (outcome?.ok === true) void navigation.open('result');
  }

  /**
   * Switches to the changed catalog.
   *
   * @param hash of the catalog whose changes the person has seen
   */
  async function goOn(hash: string): Promise<void> {
    const outcome = await core.call((remote) => remote.goOn(hash));
    if (outcome.ok) applySnapshot(store, outcome.value);
    else ports.warn(errorText(outcome.error));
  }

  /** Returns whether the server recorded them. */
  async function disclose(facts: string[]): Promise<boolean> {
    const outcome = await run('disclose', () => core.call((remote) => remote.disclose(facts)));
    if (outcome?.ok !== true) return false;
    // The other disclosures are not known yet.
    if (outcome.value.readAt === null) void record.readShown();
    ports.tell(textsOf(toastTexts).shown(facts.length));
    return true;
  }

  const signingIn = createSigningIn(ports, {
    run,
    fail,
    resume,
    compare,
    readShown: record.readShown,
  });

  return {
    ...signingIn,
    signOut,
    deleteAccount,
    scanMailbox,
    importFile,
    resume,
    readAgain,
    cancel,
    heard,
    choose,
    compare,
    goOn,
    disclose,
    ...createLookUps(ports),
    ...record,
    ...createMeasuring(ports),
    closeScreen: () => navigation.close(),
    open: (next: AddressedScreen) => void navigation.open(next),
    retryStart: () => ports.retryStart(),
    install: () => ports.install(),
    applyUpdate: () => ports.applyUpdate(),
    reload: () => ports.reload(),
  };
}
