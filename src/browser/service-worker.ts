/**
 * The page's side of the service worker: it is registered when the page is idle, and a newer version takes over when
 * the person asks, never in the middle of a scan.
 */
import type { Workbox } from 'workbox-window';
import { SCAN_LOCK } from '../../worker/contract.ts';
import { scanning, type Store } from '../state/core.ts';
import { task, update } from '../state/page.ts';

const SCRIPT = '/sw.js';

/**
 * Time between checks for a newer version. The browser checks at each start, but an installed app may stay open for
 * days.
 */
const LOOK_EVERY_MS = 60 * 60 * 1000;

export interface Registered {
  workbox: Pick<Workbox, 'messageSkipWaiting' | 'addEventListener'>;
  registration: Pick<ServiceWorkerRegistration, 'waiting' | 'update'>;
}

/** Registers it. Null if the browser has none or refuses (a private window); the app works without. */
export async function registerServiceWorker(store: Store, reload: () => void): Promise<Registered | null> {
  if (!('serviceWorker' in navigator)) return null;
  const { Workbox } = await import('workbox-window');
  const workbox = new Workbox(SCRIPT);
  watchUpdates(store, workbox, reload);
  const registration = await workbox.register({ immediate: true }).catch(() => undefined);
  if (registration === undefined) return null;
  lookOnReturn(registration, document, Date.now);
  return { workbox, registration };
}

/** Checks for a newer version when somebody returns to an open page, at most once an hour. */
export function lookOnReturn(
  registration: Pick<ServiceWorkerRegistration, 'update'>,
  page: Pick<Document, 'visibilityState' | 'addEventListener'>,
  now: () => number,
): void {
  let looked = now();
  page.addEventListener('visibilitychange', () => {
    if (page.visibilityState !== 'visible' || now() - looked < LOOK_EVERY_MS) return;
    looked = now();
    // Fails without a network; the next return checks again.
    void registration.update().catch(() => {
      looked = -Infinity;
    });
  });
}

/** Offers a newer version. When it takes over, from here or another tab, this page reloads. */
export function watchUpdates(
  store: Store,
  workbox: Pick<Workbox, 'addEventListener'>,
  reload: () => void,
): void {
  workbox.addEventListener('waiting', () => {
    if (store.get(update) === 'none') store.set(update, 'available');
  });
  // The older version's files are gone. No scan is running then, but a command may be.
  workbox.addEventListener('controlling', () => void atRest(store).then(reload));
}

/** Lets the newer version take over once no tab scans and no command runs here, then reloads. */
export async function applyUpdate(
  store: Store,
  { workbox, registration }: Registered,
  locks: Pick<LockManager, 'request'>,
  reload: () => void,
): Promise<void> {
  if (store.get(update) === 'asked') return;
  store.set(update, 'asked');
  await atRest(store);
  // The scanning tab holds the lock; while it is held here, no scan can start.
  await locks.request(SCAN_LOCK, async () => {
    const { waiting } = registration;
    const changed = waiting === null ? Promise.resolve() : hasTakenOver(waiting);
    workbox.messageSkipWaiting();
    await changed;
    reload();
  });
}

/** Also works for a page without a controlling service worker, which gets no event for a change of control. */
function hasTakenOver(worker: Pick<ServiceWorker, 'state' | 'addEventListener'>): Promise<void> {
  return new Promise((resolve) => {
    worker.addEventListener('statechange', () => {
      // Redundant: an even newer one exists, or the browser removed this one.
      if (worker.state === 'activated' || worker.state === 'redundant') resolve();
    });
  });
}

/** Resolves when this tab neither scans nor runs a command. */
function atRest(store: Store): Promise<void> {
  return new Promise((resolve) => {
    const ends: (() => void)[] = [];
    const look = (): void => {
      if (store.get(scanning) || store.get(task) !== null) return;
      for (const end of ends) end();
      resolve();
    };
    ends.push(store.sub(scanning, look), store.sub(task, look));
    look();
  });
}
