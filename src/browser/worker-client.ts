/**
 * The page's end of the worker core: starts it, feeds its events to the store, and restarts it after a crash. Comlink
 * alone would leave a call to a dead worker pending for ever, so every call also ends when its worker does.
 */
import { proxy, wrap } from 'comlink';
import type { AppError, Commands, Outcome, Session, Snapshot, WorkerEvent } from '../../worker/contract.ts';
import { applyEvent, applySnapshot, type Store } from '../state/core.ts';
import { coreStatus, invitation } from '../state/page.ts';
import { pageError } from '../texts/errors.ts';

/** Number of crashes within {@link CRASH_WINDOW_MS} after which the worker is not restarted automatically. */
const CRASH_LIMIT = 3;
const CRASH_WINDOW_MS = 60_000;

const NOT_STARTED = pageError('unexpected', 'workerNotStarted');
const STOPPED = pageError('unexpected', 'workerStopped');

export interface CoreClient {
  /**
   * Starts the worker and loads the device's state; also the way on after a failure. When it resolves, `coreStatus` is
   * `ready` or `failed`.
   */
  start(): Promise<void>;
  /** Runs a command. If the worker dies, the command ends with an error. */
  call<T>(command: (core: Commands) => Promise<Outcome<T>>): Promise<Outcome<T>>;
}

export interface CoreClientOptions {
  store: Store;
  createWorker: () => Worker;
  savedSession: () => Session | null;
  /** Called for every event, after the store has applied it. */
  onEvent: (event: WorkerEvent) => void;
  /** Called after the worker crashed and was restarted. */
  onRestart: () => void;
}

interface Running {
  worker: Worker;
  remote: Commands;
  stopped: Promise<Outcome<never>>;
}

export function createCoreClient(options: CoreClientOptions): CoreClient {
  const { store } = options;
  let running: Running | null = null;
  let crashes: number[] = [];
  let starting: Promise<void> = Promise.resolve();

  function launch(): Running {
    const worker = options.createWorker();
    const { promise: stopped, resolve: stop } = Promise.withResolvers<Outcome<never>>();
    const launched: Running = { worker, remote: wrap<Commands>(worker), stopped };
    const crashed = (): void => {
      if (running !== launched) return;
      running = null;
      worker.terminate();
      stop({ ok: false, error: STOPPED });
      void recover();
    };
    worker.addEventListener('error', crashed);
    worker.addEventListener('messageerror', crashed);
    return launched;
  }

  async function recover(): Promise<void> {
    const now = Date.now();
    crashes = [...crashes.filter((at) => now - at < CRASH_WINDOW_MS), now];
    if (crashes.length >= CRASH_LIMIT) {
      store.set(coreStatus, { state: 'failed', error: STOPPED });
      return;
    }
    await begin();
    if (store.get(coreStatus).state === 'ready') options.onRestart();
  }

  function begin(): Promise<void> {
    starting = start();
    return starting;
  }

  async function start(): Promise<void> {
    store.set(coreStatus, { state: 'starting' });
    try {
      running ??= launch();
    } catch {
      store.set(coreStatus, { state: 'failed', error: NOT_STARTED });
      return;
    }
    const launched = running;
    const { remote, stopped } = launched;
    const listener = proxy((event: WorkerEvent) => {
      applyEvent(store, event);
      options.onEvent(event);
    });
    const open = async (): Promise<Outcome<Snapshot>> => {
      await remote.subscribe(listener);
      return await remote.open(options.savedSession(), store.get(invitation));
    };
    const outcome = await Promise.race([open(), stopped]).catch(asOutcome);
    // Another worker is taking its place, or none will.
    if (running !== launched) return;
    if (outcome.ok) {
      applySnapshot(store, outcome.value);
      store.set(coreStatus, { state: 'ready' });
    } else {
      store.set(coreStatus, { state: 'failed', error: outcome.error });
    }
  }

  async function call<T>(command: (core: Commands) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    // A file may be chosen before the stores are open.
    await starting;
    if (running === null) return { ok: false, error: failedBecause() };
    const { remote, stopped } = running;
    return await Promise.race([command(remote), stopped]).catch(asOutcome);
  }

  /** Why no worker runs. */
  function failedBecause(): AppError {
    const status = store.get(coreStatus);
    return status.state === 'failed' ? status.error : STOPPED;
  }

  return {
    start: async () => {
      crashes = [];
      let awaited = begin();
      await awaited;
      // A worker that crashed in between is being restarted.
      while (starting !== awaited) {
        awaited = starting;
        await awaited;
      }
    },
    call,
  };
}

/** The contract forbids throwing, but a value that cannot be cloned still throws. */
function asOutcome(error: unknown): Outcome<never> {
  const message = error instanceof Error ? error.message : String(error);
  return { ok: false, error: { code: 'unexpected', message } };
}
