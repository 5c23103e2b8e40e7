/**
 * Signing in, in two steps with a press for each: the person's identity, which the server learns, and permission to
 * read their mail, which stays on the device. The demo provider and Google work the same way.
 */
import type { AddressedScreen } from '../../catalog/addresses.ts';
import type { AppError, Outcome, ReadingRequest, SignInRequest } from '../../worker/contract.ts';
import type { AfterSignIn, DemoAsk, DemoReturn } from '../auth/demo.ts';
import type { SignInPurpose } from '../auth/scopes.ts';
import type { Navigation } from '../navigation/navigation.ts';
import {
  config,
  facts,
  isGoogleAuthed,
  loggedInGmail,
  mayRead,
  scan,
  setNow,
  type Store,
} from '../state/core.ts';
import { farewell, problem, signInSheet, type Task } from '../state/page.ts';
import type { CoreClient } from '../browser/worker-client.ts';
import { textsOf } from '../language/language.ts';
import { pageError } from '../texts/errors.ts';
import { toastTexts } from '../texts/en/toasts.ts';

/** The screen after signing in. */
const SCREEN_AFTER: Readonly<Record<AfterSignIn, AddressedScreen>> = {
  scan: 'scan',
  resume: 'scan',
  compare: 'stamps',
  stamps: 'stamps',
  result: 'result',
  shown: 'shown',
};

export interface SigningInPorts {
  store: Store;
  core: Pick<CoreClient, 'call'>;
  navigation: Pick<Navigation, 'open' | 'land' | 'close'>;
  inform: (message: string) => void;
  tell: (message: string) => void;
  /** Leaves for the demo provider's consent page. */
  redirectToDemo: (ask: DemoAsk) => Promise<void>;
  now: () => number;
}

/** The other actions that signing in needs. */
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

  /** Starts the first missing step; {@link completeSignIn} continues. */
  async function signIn(purpose: SignInPurpose, after: AfterSignIn): Promise<void> {
    store.set(problem, null);
    store.set(farewell, null);
    setNow(store, ports.now());
    if (purpose === 'mailbox' && store.get(isGoogleAuthed)) askForReading(after);
    else if (store.get(config)?.provider === 'google')
      store.set(signInSheet, { step: 'sign-in', purpose, after });
    else await leave({ step: 'sign-in', purpose, after });
  }

  /** Opens the sheet that asks for permission to read, unless it was granted. */
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
      // Storage is blocked, or the page was not loaded over https and has no cryptography.
      fail('sign-in', pageError('sign_in_failed', 'signInNotBegun'));
    });
  }

  /**
   * Continues after the provider has identified the person: our server's session, account, keys; then permission to
   * read.
   */
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
    ports.tell(textsOf(toastTexts).signedIn({ address: outcome.value.email }));
    // Earlier disclosures come from the server; if it does not answer now, the screen that shows them asks again.
    void readShown();
    void navigation.open(SCREEN_AFTER[after], { replace: true });
    if (purpose === 'mailbox') askForReading(after);
    // Runs the comparison that the person asked for before; nothing was sent then. Any further one takes a press.
    if (after === 'compare' && store.get(facts).some((fact) => fact.counts)) void compare();
  }

  /** Continues after the provider has answered to *Allow reading*. */
  async function completeReading(request: ReadingRequest, after: AfterSignIn): Promise<void> {
    store.set(signInSheet, null);
    const outcome = await run('reading', () => core.call((remote) => remote.allowReading(request)));
    if (outcome === null) return;
    if (outcome.ok) goOn(after);
    else navigation.land();
  }

  function goOn(after: AfterSignIn): void {
    void navigation.open(SCREEN_AFTER[after], { replace: true });
    // Not awaited: a scan takes long, and the sign-in is complete without it.
    if (after === 'resume' && store.get(scan).phase === 'paused') void resume();
  }

  /** Continues after a redirect to the provider, whatever its answer. */
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
            ? textsOf(toastTexts).signInDeclined
            : textsOf(toastTexts).readingDeclined,
        );
        break;
      case 'foreign':
        fail('sign-in', pageError('sign_in_failed', 'signInForeign'));
        break;
      case 'failed':
        fail('sign-in', pageError('sign_in_failed', 'signInFailed', answer.reason));
        break;
      default:
        answer satisfies never;
    }
  }

  return { signIn, allowAtDemo, completeSignIn, completeReading, welcomeBack };
}
