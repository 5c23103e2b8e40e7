/**
 * The page's end of the worker core: starts it, feeds its events to the store, and starts it again when it
 * crashes. Comlink alone would leave a call to a dead worker pending for ever, so every call also ends when its
 * worker does.
 */
import { proxy, wrap } from 'comlink';
import type { AppError, Commands, Outcome, Session, Snapshot, WorkerEvent } from '../worker/contract.ts';
import { applyEvent, applySnapshot, type Store } from './state/core.ts';
import { coreStatus } from './state/page.ts';

/** Crashes within {@link CRASH_WINDOW_MS} after which the worker is not started again by itself. */
const CRASH_LIMIT = 3;
const CRASH_WINDOW_MS = 60_000;

const NOT_STARTED: AppError = {
  code: 'unexpected',
  message:
    'This browser does not start the part of Waystamp that reads your mail. What was found before is safe on this device. Restart the browser, or try another one.',
};

const STOPPED: AppError = {
  code: 'unexpected',
  message: 'The part of Waystamp that reads your mail stopped. What it had read is safe on this device.',
};

export interface CoreClient {
  /**
   * Starts the worker and takes over what stands on the device; also the way on after a failure. When it has
   * ended, `coreStatus` is `ready` or `failed`.
   */
  start(): Promise<void>;
  /** Runs a command; a worker that dies meanwhile ends it with an error, never with silence. */
  call<T>(command: (core: Commands) => Promise<Outcome<T>>): Promise<Outcome<T>>;
}

export interface CoreClientOptions {
  store: Store;
  createWorker: () => Worker;
  savedSession: () => Session | null;
  /** Told about every event, after the store has it. */
  onEvent: (event: WorkerEvent) => void;
  /** Told when the worker crashed and was started again. */
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
      return await remote.open(options.savedSession());
    };
    const outcome = await Promise.race([open(), stopped]).catch(asOutcome);
    // Another one is being started in its place, or none any more.
    if (running !== launched) return;
    if (outcome.ok) {
      applySnapshot(store, outcome.value);
      store.set(coreStatus, { state: 'ready' });
    } else {
      store.set(coreStatus, { state: 'failed', error: outcome.error });
    }
  }

  async function call<T>(command: (core: Commands) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    // A file can be chosen before the stores are open.
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
      // A worker that crashed on the way is being started again.
      while (starting !== awaited) {
        awaited = starting;
        await awaited;
      }
    },
    call,
  };
}

/** The contract says that nothing is thrown; a value that cannot be cloned still is (DESIGN 10). */
function asOutcome(error: unknown): Outcome<never> {
  const message = error instanceof Error ? error.message : 'Something unexpected happened.';
  return { ok: false, error: { code: 'unexpected', message } };
}
