/**
 * Signing in, in two steps with a press for each: who the person is, which the server learns, and permission to read
 * their mail, which stays on the device. The demo provider and Google go the same way.
 */
import type { AppError, Outcome, ReadingRequest, SignInRequest } from '../worker/contract.ts';
import type { AfterSignIn, DemoAsk, DemoReturn } from './auth/demo.ts';
import type { SignInPurpose } from './auth/scopes.ts';
import type { Navigation } from './navigation.ts';
import {
  config,
  facts,
  isGoogleAuthed,
  loggedInGmail,
  mayRead,
  scan,
  setNow,
  type Store,
} from './state/core.ts';
import { farewell, problem, signInSheet, type Screen, type Task } from './state/page.ts';
import type { CoreClient } from './worker-client.ts';

/** Where the person goes on. */
const SCREEN_AFTER: Readonly<Record<AfterSignIn, Screen>> = {
  scan: 'scan',
  resume: 'scan',
  compare: 'facts',
  facts: 'facts',
  result: 'result',
  shown: 'shown',
};

export interface SigningInPorts {
  store: Store;
  core: Pick<CoreClient, 'call'>;
  navigation: Navigation;
  inform: (message: string) => void;
  tell: (message: string) => void;
  /** Leaves for the demo provider's consent page. */
  redirectToDemo: (ask: DemoAsk) => Promise<void>;
  now: () => number;
}

/** What the other actions bring along. */
export interface Steps {
  run: <T>(name: Task, command: () => Promise<Outcome<T>>) => Promise<Outcome<T> | null>;
  fail: (name: Task, error: AppError) => void;
  resume: () => Promise<void>;
  compare: () => Promise<void>;
  /** Asks the server what is shown. */
  readShown: () => Promise<unknown>;
}

export function createSigningIn(ports: SigningInPorts, { run, fail, resume, compare, readShown }: Steps) {
  const { store, core, navigation } = ports;

  /** Begins with the first step that is missing; what follows happens in {@link completeSignIn}. */
  async function signIn(purpose: SignInPurpose, after: AfterSignIn): Promise<void> {
    store.set(problem, null);
    store.set(farewell, null);
    setNow(store, ports.now());
    if (purpose === 'mailbox' && store.get(isGoogleAuthed)) askForReading(after);
    else if (store.get(config)?.provider === 'google')
      store.set(signInSheet, { step: 'sign-in', purpose, after });
    else await leave({ step: 'sign-in', purpose, after });
  }

  /** Opens the sheet whose button asks for permission to read, unless it is there. */
  function askForReading(after: AfterSignIn): void {
    if (store.get(mayRead)) goOn(after);
    else store.set(signInSheet, { step: 'reading', after });
  }

  /** *Allow reading* was pressed, with the demo provider. */
  async function allowAtDemo(after: AfterSignIn): Promise<void> {
    store.set(problem, null);
    store.set(signInSheet, null);
    await leave({ step: 'reading', address: store.get(loggedInGmail) ?? '', after });
  }

  async function leave(ask: DemoAsk): Promise<void> {
    await ports.redirectToDemo(ask).catch(() => {
      // Blocked storage, or no cryptography on a page that did not come over https.
      fail('sign-in', {
        code: 'sign_in_failed',
        message:
          'The sign-in could not begin. Nothing was read. Allow this page to keep data in the browser, and open it over https, then try again.',
      });
    });
  }

  /** The provider has said who the person is: our server's session, account, keys; then permission to read. */
  async function completeSignIn(
    request: SignInRequest,
    purpose: SignInPurpose,
    after: AfterSignIn,
  ): Promise<void> {
    store.set(signInSheet, null);
    const outcome = await run('sign-in', () => core.call((remote) => remote.signIn(request)));
    if (outcome === null) return;
    if (!outcome.ok) {
      navigation.land();
      return;
    }
    ports.tell(`Signed in as ${outcome.value.email}`);
    // What was shown before is the server's to tell; where it does not now, it does when that is looked at.
    void readShown();
    navigation.open(SCREEN_AFTER[after], { replace: true });
    if (purpose === 'mailbox') askForReading(after);
    // Once: the person pressed for it before, and nothing was sent then. Whatever comes of it, the next takes a press.
    if (after === 'compare' && store.get(facts).some((fact) => fact.counts)) void compare();
  }

  /** The provider has answered to *Allow reading*. */
  async function completeReading(request: ReadingRequest, after: AfterSignIn): Promise<void> {
    store.set(signInSheet, null);
    const outcome = await run('reading', () => core.call((remote) => remote.allowReading(request)));
    if (outcome === null) return;
    if (outcome.ok) goOn(after);
    else navigation.land();
  }

  function goOn(after: AfterSignIn): void {
    navigation.open(SCREEN_AFTER[after], { replace: true });
    // A scan takes its time; the sign-in is complete without it.
    if (after === 'resume' && store.get(scan).phase === 'paused') void resume();
  }

  /** Goes on after a redirect to the provider, whatever it answered. */
  async function welcomeBack(answer: DemoReturn): Promise<void> {
    switch (answer.kind) {
      case 'none':
        break;
      case 'signed-in':
        await completeSignIn(answer.request, answer.purpose, answer.after);
        break;
      case 'reading':
        await completeReading(answer.request, answer.after);
        break;
      case 'declined':
        ports.inform(
          answer.step === 'sign-in'
            ? 'You are not signed in. Nothing was read and nothing was sent.'
            : 'Reading was not allowed, and nothing was read. You can allow it later, or import a mailbox file.',
        );
        break;
      case 'foreign':
        fail('sign-in', {
          code: 'sign_in_failed',
          message: 'This sign-in was not started in this tab, so it was not used. Please sign in again.',
        });
        break;
      case 'failed':
        fail('sign-in', {
          code: 'sign_in_failed',
          message: `The sign-in did not work (${answer.reason}). Nothing was read. Please try again.`,
        });
        break;
      default:
        answer satisfies never;
    }
  }

  return { signIn, allowAtDemo, completeSignIn, completeReading, welcomeBack };
}
