import { createStore } from 'jotai';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { IDLE_SCAN, SCAN_LOCK, type ScanPhase } from '../../../../worker/contract.ts';
import {
  applyUpdate,
  lookOnReturn,
  watchUpdates,
  type Registered,
} from '../../../../src/browser/service-worker.ts';
import { applyEvent, type Store } from '../../../../src/state/core.ts';
import { task, update } from '../../../../src/state/page.ts';

/** The newer version in the browser; `goOn` moves it to its next state. */
class NewerVersion extends EventTarget {
  state: ServiceWorkerState = 'installed';
  goOn(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

/** One lock, granted to one holder at a time (Web Locks). */
class OneLock {
  #last: Promise<unknown> = Promise.resolve();
  readonly asked: string[] = [];
  readonly request = ((name: string, work: () => Promise<unknown>) => {
    this.asked.push(name);
    this.#last = this.#last.then(work);
    return this.#last;
  }) as LockManager['request'];
}

let store: Store;
let newer: NewerVersion;
let locks: OneLock;
let registered: Registered;
let heard: Map<string, () => void>;
const skipWaiting = vi.fn<() => void>();
const reload = vi.fn<() => void>();

function scanIs(phase: ScanPhase): void {
  applyEvent(store, { type: 'scan', scan: { ...IDLE_SCAN, phase } });
}

/** Lets all pending promises settle. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

function press(): Promise<void> {
  return applyUpdate(store, registered, locks, reload);
}

beforeEach(() => {
  vi.clearAllMocks();
  store = createStore();
  newer = new NewerVersion();
  locks = new OneLock();
  heard = new Map();
  const workbox = {
    messageSkipWaiting: skipWaiting,
    addEventListener: (type: string, listener: () => void) => heard.set(type, listener),
  } as unknown as Registered['workbox'];
  registered = {
    workbox,
    registration: { waiting: newer } as unknown as Registered['registration'],
  };
  watchUpdates(store, workbox, reload);
});

describe('a newer version', () => {
  it('is offered when it waits, and does nothing by itself', async () => {
    heard.get('waiting')?.();
    await settle();
    expect(store.get(update)).toBe('available');
    expect(skipWaiting).not.toHaveBeenCalled();
    expect(reload).not.toHaveBeenCalled();
  });

  it('takes over on request; then the page reloads', async () => {
    const pressed = press();
    await settle();
    expect(locks.asked).toEqual([SCAN_LOCK]);
    expect(skipWaiting).toHaveBeenCalledOnce();
    expect(reload).not.toHaveBeenCalled();
    newer.goOn('activating');
    await settle();
    expect(reload).not.toHaveBeenCalled();
    newer.goOn('activated');
    await pressed;
    expect(reload).toHaveBeenCalledOnce();
  });

  it.each(['searching', 'headers', 'reading'] as const)(
    'waits for the end of a scan that is %s',
    async (phase) => {
      scanIs(phase);
      void press();
      await settle();
      expect(store.get(update)).toBe('asked');
      expect(skipWaiting).not.toHaveBeenCalled();
      scanIs('done');
      await settle();
      expect(skipWaiting).toHaveBeenCalledOnce();
    },
  );

  it('waits for the end of a command', async () => {
    store.set(task, 'compare');
    void press();
    await settle();
    expect(skipWaiting).not.toHaveBeenCalled();
    store.set(task, null);
    await settle();
    expect(skipWaiting).toHaveBeenCalledOnce();
  });

  it('waits for the scan of another tab, which holds the lock', async () => {
    const { promise: otherScan, resolve: endOtherScan } = Promise.withResolvers<void>();
    void locks.request(SCAN_LOCK, () => otherScan);
    void press();
    await settle();
    expect(skipWaiting).not.toHaveBeenCalled();
    endOtherScan();
    await settle();
    expect(skipWaiting).toHaveBeenCalledOnce();
  });

  it('that took over in another tab reloads this page once its command has ended', async () => {
    store.set(task, 'disclose');
    heard.get('controlling')?.();
    await settle();
    expect(reload).not.toHaveBeenCalled();
    store.set(task, null);
    await settle();
    expect(reload).toHaveBeenCalledOnce();
  });

  it.each(['gone', 'overtaken'])('that is %s by then delays nothing', async (end) => {
    if (end === 'gone') registered.registration = { ...registered.registration, waiting: null };
    const pressed = press();
    await settle();
    if (end === 'overtaken') newer.goOn('redundant');
    await pressed;
    expect(reload).toHaveBeenCalledOnce();
  });

  it('is asked to take over once, however often the button is pressed', async () => {
    void press();
    void press();
    await settle();
    expect(skipWaiting).toHaveBeenCalledOnce();
  });
});

describe('a page left open', () => {
  const HOUR_MS = 3_600_000;
  const look = vi.fn<() => Promise<void>>();
  let time: number;
  let page: EventTarget & { visibilityState: DocumentVisibilityState };

  /** The person leaves the page and comes back after this time. */
  async function comeBackAfter(ms: number): Promise<void> {
    page.visibilityState = 'hidden';
    page.dispatchEvent(new Event('visibilitychange'));
    time += ms;
    page.visibilityState = 'visible';
    page.dispatchEvent(new Event('visibilitychange'));
    await settle();
  }

  beforeEach(() => {
    look.mockReset().mockResolvedValue();
    time = 0;
    page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const });
    lookOnReturn({ update: look } as unknown as ServiceWorkerRegistration, page as Document, () => time);
  });

  it('looks for a newer version when the person comes back, at most once an hour', async () => {
    await comeBackAfter(HOUR_MS - 1);
    expect(look).not.toHaveBeenCalled();
    await comeBackAfter(1);
    expect(look).toHaveBeenCalledOnce();
    await comeBackAfter(HOUR_MS - 1);
    expect(look).toHaveBeenCalledOnce();
    await comeBackAfter(HOUR_MS);
    expect(look).toHaveBeenCalledTimes(2);
  });

  it('does not look when the person leaves', () => {
    time = 2 * HOUR_MS;
    page.visibilityState = 'hidden';
    page.dispatchEvent(new Event('visibilitychange'));
    expect(look).not.toHaveBeenCalled();
  });

  it('looks again at the next return when the last check failed', async () => {
    look.mockRejectedValueOnce(new TypeError('Failed to update a ServiceWorker'));
    await comeBackAfter(HOUR_MS);
    await comeBackAfter(1);
    expect(look).toHaveBeenCalledTimes(2);
  });
});
