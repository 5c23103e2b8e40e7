/**
 * The service worker's life, as the page sees it: it is registered when the page has come to rest, and a newer
 * version takes over when the person asks for it, never in the middle of a scan.
 */
import type { Workbox } from 'workbox-window';
import { SCAN_LOCK } from '../worker/contract.ts';
import { scanning, type Store } from './state/core.ts';
import { task, update } from './state/page.ts';

const SCRIPT = '/sw.js';

/** The browser looks for a newer version at each start; an installed app may stay open for days. */
const LOOK_EVERY_MS = 60 * 60 * 1000;

export interface Registered {
  workbox: Pick<Workbox, 'messageSkipWaiting' | 'addEventListener'>;
  registration: Pick<ServiceWorkerRegistration, 'waiting' | 'update'>;
}

/** Registers it; null where the browser has none or refuses (a private window): the app works without. */
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

/** Looks for a newer version when somebody comes back to a page that was left open, once an hour at most. */
export function lookOnReturn(
  registration: Pick<ServiceWorkerRegistration, 'update'>,
  page: Pick<Document, 'visibilityState' | 'addEventListener'>,
  now: () => number,
): void {
  let looked = now();
  page.addEventListener('visibilitychange', () => {
    if (page.visibilityState !== 'visible' || now() - looked < LOOK_EVERY_MS) return;
    looked = now();
    // Without a network there is none to find; the next return looks again.
    void registration.update().catch(() => {
      looked = -Infinity;
    });
  });
}

/** Offers a newer version; when it takes over, asked for here or in another tab, this page goes with it. */
export function watchUpdates(
  store: Store,
  workbox: Pick<Workbox, 'addEventListener'>,
  reload: () => void,
): void {
  workbox.addEventListener('waiting', () => {
    if (store.get(update) === 'none') store.set(update, 'available');
  });
  // The files of the older version are gone with it. No scan runs then, but a command may.
  workbox.addEventListener('controlling', () => void atRest(store).then(reload));
}

/** Lets the newer version take over once no tab scans and no command runs here, and reloads. */
export async function applyUpdate(
  store: Store,
  { workbox, registration }: Registered,
  locks: Pick<LockManager, 'request'>,
  reload: () => void,
): Promise<void> {
  if (store.get(update) === 'asked') return;
  store.set(update, 'asked');
  await atRest(store);
  // Whoever holds the lock scans; while it is held here nobody begins to.
  await locks.request(SCAN_LOCK, async () => {
    const { waiting } = registration;
    const changed = waiting === null ? Promise.resolve() : hasTakenOver(waiting);
    workbox.messageSkipWaiting();
    await changed;
    reload();
  });
}

/** Also for a page that no service worker controls yet, which is not told of a change of control. */
function hasTakenOver(worker: Pick<ServiceWorker, 'state' | 'addEventListener'>): Promise<void> {
  return new Promise((resolve) => {
    worker.addEventListener('statechange', () => {
      // Redundant: a still newer one is there, or the browser has removed it.
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
