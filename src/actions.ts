/**
 * Everything that a person can do, as functions that every screen can reach (DESIGN 8). Each runs a command of
 * the worker, tells what went wrong, and moves to the screen where the person goes on. State itself changes from
 * the worker's events only.
 */
import type { FactId } from '../catalog/facts.ts';
import type {
  AppError,
  Choices,
  Commands,
  Outcome,
  ScanProgress,
  ScanRequest,
  SignedOut,
  WorkerEvent,
} from '../worker/contract.ts';
import type { Farewell } from './after-reload.ts';
import type { DemoAsk } from './auth/demo.ts';
import { createLookUps } from './look-ups.ts';
import { createMeasuring } from './measuring.ts';
import { createRecordActions } from './record-actions.ts';
import type { Navigation } from './navigation.ts';
import { createSigningIn } from './signing-in.ts';
import { choices, mayRead, SCANNING, session, setNow, settleSignIn, type Store } from './state/core.ts';
import { farewell, problem, screen, task, type Screen, type Task } from './state/page.ts';
import { TOASTED } from './texts/problems.ts';
import type { CoreClient } from './worker-client.ts';

export interface ActionPorts {
  store: Store;
  core: Pick<CoreClient, 'call'>;
  navigation: Navigation;
  /** Toasts: good to know, went well, went wrong. */
  inform: (message: string) => void;
  tell: (message: string) => void;
  warn: (message: string) => void;
  /** Leaves for the demo provider's consent page. */
  redirectToDemo: (ask: DemoAsk) => Promise<void>;
  /** The provider's own log-out, where it has one. */
  providerLogOut: () => Promise<void>;
  forgetSession: () => void;
  /** What the person is told once the page was loaded anew. */
  sayAfterReload: (words: Farewell) => void;
  /** Hands a value to the person as a file. */
  save: (fileName: string, value: unknown) => void;
  /** Starts the worker again after it could not be started. */
  retryStart: () => Promise<void>;
  /** Asks the browser not to clear what is on the device by itself. */
  keepStorage: () => void;
  /** Shows the browser's own question whether to install the app. */
  install: () => Promise<void>;
  /** Goes over to the newer version as soon as nothing is under way. */
  applyUpdate: () => void;
  reload: () => void;
  now: () => number;
}

export type Actions = ReturnType<typeof createActions>;

export function createActions(ports: ActionPorts) {
  const { store, core, navigation } = ports;
  const record = createRecordActions(ports);

  /** Runs one command as the page's current task; its failure stands in `problem` until the next try. */
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
    // Most errors stand on the screen where they happened; these are also told at the top (DESIGN 10).
    if (TOASTED.has(error.code) || name === 'sign-out') ports.warn(error.message);
    // A token that cannot even read its own profile must not be chosen again by itself (DESIGN 8).
    if (error.code === 'profile_failed') void ports.providerLogOut();
  }

  const signOut = (): Promise<void> => {
    const nobody = store.get(session) === null;
    return leave(
      (told) => (nobody ? 'erased' : told ? 'signed-out' : 'signed-out-unheard'),
      (remote) => remote.signOut(),
    );
  };
  /** The same, once the server has removed the account; when it has not, nothing has changed. */
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
    // A store that could not be emptied has been told; the session stays, so that the person can try again.
    if (outcome?.ok !== true) return;
    // Google's code may not be had now; the device is empty all the same, and says so.
    await ports.providerLogOut().catch(() => undefined);
    ports.forgetSession();
    ports.sayAfterReload(said(outcome.value.heard));
    // Whichever screen it was started from: nothing of that one is left.
    navigation.open('welcome', { replace: true });
    ports.reload();
  }

  // A file that is no mailbox is refused before anything is read: the person stays where they were.
  let scanAsked = false;

  async function follow(running: Promise<Outcome<ScanProgress>>): Promise<void> {
    const outcome = await running;
    if (!outcome.ok) {
      fail('scan', outcome.error);
      return;
    }
    const watched = scanAsked || store.get(screen) === 'scan';
    if (outcome.value.phase === 'done' && watched) navigation.open('facts');
  }

  async function startScan(request: ScanRequest): Promise<void> {
    store.set(problem, null);
    store.set(farewell, null);
    settleSignIn(store);
    scanAsked = true;
    await follow(core.call((remote) => remote.scan(request)));
    scanAsked = false;
  }

  /** The worker has told something; the store knows it already. */
  function heard(event: WorkerEvent): void {
    if (event.type === 'notice') ports.inform(event.message);
    if (event.type !== 'scan' || !scanAsked || !SCANNING.has(event.scan.phase)) return;
    scanAsked = false;
    // Not before there is something worth keeping: some browsers ask the person.
    ports.keepStorage();
    navigation.open('scan');
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

  /** Reads a mail once more that has stopped the worker; what comes of it is told as a scan's. */
  async function readAgain(messageId: string): Promise<void> {
    await follow(core.call((remote) => remote.readAgain(messageId)));
  }

  async function cancel(): Promise<void> {
    await core.call((remote) => remote.cancel());
  }

  // Taps can come faster than the worker's answers: the next one builds on what was asked last.
  let asked: Choices | null = null;
  async function choose(change: (current: Choices) => Choices): Promise<void> {
    const wanted = change(asked ?? store.get(choices));
    asked = wanted;
    const outcome = await core.call((remote) => remote.choose(wanted));
    if (asked === wanted) asked = null;
    if (!outcome.ok) ports.warn(outcome.error.message);
  }

  async function compare(): Promise<void> {
    // Only who the person is needs to be known for it, not what they read.
    if (store.get(session) === null) {
      await signingIn.signIn('account', 'compare');
      return;
    }
    settleSignIn(store);
    const outcome = await run('compare', () => core.call((remote) => remote.compare()));
    if (outcome?.ok === true) navigation.open('result');
  }

  /** Answers whether the server has recorded them. */
  async function disclose(facts: FactId[]): Promise<boolean> {
    const outcome = await run('disclose', () => core.call((remote) => remote.disclose(facts)));
    if (outcome?.ok !== true) return false;
    // What else is shown was not known yet.
    if (outcome.value.readAt === null) void record.readShown();
    ports.tell(facts.length === 1 ? 'One stamp is shown' : `${facts.length} stamps are shown`);
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
    disclose,
    ...createLookUps(ports),
    ...record,
    ...createMeasuring(ports),
    closeScreen: () => navigation.close(),
    open: (next: Screen) => navigation.open(next),
    retryStart: () => ports.retryStart(),
    install: () => ports.install(),
    applyUpdate: () => ports.applyUpdate(),
    reload: () => ports.reload(),
  };
}
