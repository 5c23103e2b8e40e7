/** Assembles the page: store, worker, navigation and actions; then continues where the person left off. */
import { createActions, type Actions } from '../actions/actions.ts';
import { noteEnd, takeEnd } from '../browser/after-reload.ts';
import { beginAtDemo, finishAtDemo, type DemoReturn } from '../auth/demo.ts';
import { watchInstall } from '../browser/install.ts';
import { watchLoadedResources, type ResourceWatch } from '../browser/loaded-resources.ts';
import { createNavigation } from '../navigation/navigation.ts';
import { notePlace, returnToPlace } from '../navigation/return.ts';
import { prefetchScreens } from '../screens/later.ts';
import { applyUpdate, registerServiceWorker, type Registered } from '../browser/service-worker.ts';
import { saveJson } from '../browser/save-json.ts';
import { carryOverSession, readSession, SESSION_KEY, writeSession } from '../browser/session.ts';
import { config, isGoogleAuthed, setNow, type Store } from '../state/core.ts';
import { connection, coreStatus, farewell, opening } from '../state/page.ts';
import { storageOf } from '../browser/storage.ts';
import { inform, tell, warn } from '../state/toasts.ts';
import { createCoreClient } from '../browser/worker-client.ts';
import { textsOf } from '../language/language.ts';
import { toastTexts } from '../texts/en/toasts.ts';

export function boot(store: Store): Actions {
  watchConnection(store, start);
  const install = watchInstall(store, window);
  let registered: Registered | null = null;
  const kept = storageOf(() => localStorage);
  const keptInTab = storageOf(() => sessionStorage);
  carryOverSession(kept);
  watchTime(store);
  // The answer of a sign-in is removed from the address bar before anything else.
  const answer = finishAtDemo({ storage: keptInTab }, location.search);
  if (answer.kind !== 'none') returnToPlace(keptInTab, window);

  const ended = takeEnd(keptInTab);
  store.set(farewell, ended.farewell);
  let { elsewhere } = ended;
  let over = false;
  const core = createCoreClient({
    store,
    createWorker: () =>
      new Worker(new URL('../../worker/core/main.ts', import.meta.url), {
        type: 'module',
        name: 'waystamp-core',
      }),
    savedSession: () => readSession(kept),
    onEvent: (event) => {
      // Later events of the worker belong to nobody here and must not be kept.
      if (over) return;
      actions.heard(event);
      if (event.type === 'ended-elsewhere') {
        over = true;
        noteEnd(keptInTab, event.by);
        reload();
      }
      if (event.type === 'session' && !writeSession(kept, event.session)) {
        warn(textsOf(toastTexts).sessionNotSaved);
      }
    },
    onRestart: () => inform(textsOf(toastTexts).startedAgain),
  });
  const navigation = createNavigation(store, window, reload);
  const actions = createActions({
    store,
    core,
    navigation,
    inform,
    tell,
    warn,
    redirectToDemo: async (ask) => {
      const consent = await beginAtDemo({ storage: keptInTab, origin: location.origin }, ask);
      notePlace(keptInTab, navigation.here());
      await loaded.report();
      await core.call((remote) => remote.keepLedger());
      await navigation.settled();
      location.assign(consent);
    },
    providerLogOut: async () => {
      if (store.get(config)?.provider !== 'google') return;
      const { googleLogOut } = await import('../auth/google-log-out.ts');
      googleLogOut();
    },
    save: saveJson,
    forgetSession: () => kept.removeItem(SESSION_KEY),
    sayAfterReload: (words) => noteEnd(keptInTab, words),
    retryStart: start,
    // The app works either way; if refused, the browser may clear the storage when the device is full.
    keepStorage: () => void navigator.storage?.persist().catch(() => false),
    install,
    applyUpdate: () => {
      if (registered !== null) void applyUpdate(store, registered, navigator.locks, reload);
    },
    reload,
    now: Date.now,
  });

  const asksForMore = navigation.asked() !== 'welcome' && navigation.asked() !== 'nowhere';
  const goesOn = answer.kind === 'signed-in' || answer.kind === 'reading';
  store.set(opening, goesOn || asksForMore || readSession(kept) !== null);
  let unread: DemoReturn = answer;
  async function start(): Promise<void> {
    await core.start();
    if (store.get(coreStatus).state !== 'ready') {
      store.set(opening, false);
      return;
    }
    navigation.land();
    prefetchScreens(store, whenIdle);
    if (store.get(isGoogleAuthed)) void actions.readShown();
    const current = unread;
    unread = { kind: 'none' };
    if (current.kind !== 'signed-in' && current.kind !== 'reading') store.set(opening, false);
    await actions.welcomeBack(current);
    store.set(opening, false);
    if (elsewhere !== null) inform(elsewhere);
    elsewhere = null;
  }
  void start();
  if (import.meta.env.PROD) {
    afterLoad(async () => {
      registered = await registerServiceWorker(store, reload);
    });
  }
  const loaded: ResourceWatch = watchLoadedResources((resources) =>
    core.call((remote) => remote.countLoaded(resources)),
  );
  return actions;
}

/** Runs once the page itself is loaded and the browser is idle. */
function afterLoad(work: () => Promise<void>): void {
  const rest = (): void => whenIdle(() => void work());
  if (document.readyState === 'complete') rest();
  else window.addEventListener('load', rest, { once: true });
}

function reload(): void {
  location.reload();
}

/** Safari has no idle callback; a short delay will do. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work);
  else setTimeout(work, 200);
}

/** How often the page checks for expired sign-ins, in milliseconds; they last for hours. */
const LOOK_AT_CLOCK_MS = 60_000;

function watchTime(store: Store): void {
  const look = (): void => setNow(store, Date.now());
  look();
  setInterval(look, LOOK_AT_CLOCK_MS);
  // Timers stop while a phone sleeps.
  document.addEventListener('visibilitychange', look);
}

/** Follows the browser's network state, and starts what could not start without a network. */
function watchConnection(store: Store, retryStart: () => Promise<void>): void {
  const update = (): void => {
    store.set(connection, navigator.onLine ? 'online' : 'offline');
    const status = store.get(coreStatus);
    if (navigator.onLine && status.state === 'failed' && status.error.code === 'offline') void retryStart();
  };
  window.addEventListener('online', update);
  window.addEventListener('offline', update);
  update();
}
