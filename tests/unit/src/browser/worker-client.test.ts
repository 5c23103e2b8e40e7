import { expose } from 'comlink';
import { createStore } from 'jotai';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { IDLE_SCAN, type Commands, type WorkerEvent } from '../../../../worker/contract.ts';
import { choices, type Store } from '../../../../src/state/core.ts';
import { coreStatus } from '../../../../src/state/page.ts';
import { createCoreClient, type CoreClient } from '../../../../src/browser/worker-client.ts';
import { errorText } from '../../../../src/texts/errors.ts';
import { snapshot } from '../snapshot.ts';

/** A worker as the page sees it, over a message channel. `crash` ends it as a browser would. */
class FakeWorker extends EventTarget {
  readonly #port: MessagePort;

  constructor(core: Partial<Commands>) {
    super();
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.addEventListener('message', (event) => {
      this.dispatchEvent(new MessageEvent('message', { data: (event as MessageEvent<unknown>).data }));
    });
    port1.start();
    expose(core, port2);
  }

  postMessage(message: unknown, transfer: Transferable[] = []): void {
    this.#port.postMessage(message, transfer);
  }

  terminate(): void {
    this.#port.close();
  }

  crash(): void {
    this.dispatchEvent(new Event('error'));
  }
}

let store: Store;
let workers: FakeWorker[];
/** When false, `new Worker` throws, as under a policy that forbids it. */
let makeable: boolean;
let core: Partial<Commands>;
let client: CoreClient;
const onRestart = vi.fn<() => void>();
const onEvent = vi.fn<(event: WorkerEvent) => void>();

beforeEach(() => {
  vi.clearAllMocks();
  store = createStore();
  workers = [];
  makeable = true;
  core = {
    subscribe: () => Promise.resolve(),
    open: () => Promise.resolve({ ok: true, value: snapshot() }),
  };
  client = createCoreClient({
    store,
    createWorker: () => {
      if (!makeable) throw new DOMException('refused', 'SecurityError');
      const worker = new FakeWorker(core);
      workers.push(worker);
      return worker as unknown as Worker;
    },
    savedSession: () => null,
    onEvent,
    onRestart,
  });
});

describe('the worker client', () => {
  it('takes the snapshot, then passes events to the store and the listeners', async () => {
    const subscribed = Promise.withResolvers<(event: WorkerEvent) => void>();
    core.subscribe = (listener) => {
      subscribed.resolve(listener);
      return Promise.resolve();
    };
    core.open = () =>
      Promise.resolve({ ok: true, value: snapshot({ choices: { interests: ['running'], events: [] } }) });
    await client.start();
    expect(store.get(coreStatus)).toEqual({ state: 'ready' });
    expect(store.get(choices).interests).toEqual(['running']);

    const event: WorkerEvent = { type: 'choices', choices: { interests: ['bars'], events: [] } };
    const tell = await subscribed.promise;
    tell(event);
    await expect.poll(() => onEvent).toHaveBeenCalledWith(event);
    expect(store.get(choices).interests).toEqual(['bars']);
  });

  it('keeps a failed start as data, and can be started again', async () => {
    const error = { code: 'server_unavailable' as const, message: 'The server did not answer.' };
    core.open = () => Promise.resolve({ ok: false, error });
    await client.start();
    expect(store.get(coreStatus)).toEqual({ state: 'failed', error });
    core.open = () => Promise.resolve({ ok: true, value: snapshot() });
    await client.start();
    expect(store.get(coreStatus)).toEqual({ state: 'ready' });
    expect(workers).toHaveLength(1);
  });

  it('keeps a worker that cannot even be created as data, and can be started once it can', async () => {
    makeable = false;
    await client.start();
    expect(store.get(coreStatus)).toMatchObject({ state: 'failed', error: { code: 'unexpected' } });
    const outcome = await client.call((remote) => remote.cancel());
    expect(outcome.ok ? '' : errorText(outcome.error)).toContain('does not start');
    makeable = true;
    await client.start();
    expect(store.get(coreStatus)).toEqual({ state: 'ready' });
  });

  it('restarts a worker that dies while opening, and is ready when the new one says so', async () => {
    const seen: string[] = [];
    store.sub(coreStatus, () => seen.push(store.get(coreStatus).state));
    const starting = client.start();
    workers[0]?.crash();
    await starting;
    expect(store.get(coreStatus)).toEqual({ state: 'ready' });
    expect(workers).toHaveLength(2);
    expect(seen).not.toContain('failed');
  });

  it('fails to start when every worker dies', async () => {
    core.open = () => {
      queueMicrotask(() => workers.at(-1)?.crash());
      return new Promise(() => undefined);
    };
    await client.start();
    expect(store.get(coreStatus)).toMatchObject({ state: 'failed', error: { code: 'unexpected' } });
    expect(workers).toHaveLength(3);
  });

  it('makes a command wait for the start', async () => {
    core.cancel = () => Promise.resolve({ ok: true, value: IDLE_SCAN });
    const starting = client.start();
    const outcome = await client.call((remote) => remote.cancel());
    await starting;
    expect(outcome).toEqual({ ok: true, value: IDLE_SCAN });
  });

  it('fails a pending call when the worker crashes, restarts the worker and reports it', async () => {
    core.compare = () => new Promise(() => undefined);
    await client.start();
    const pending = client.call((remote) => remote.compare());
    await expect.poll(() => workers).toHaveLength(1);
    // The call has been sent once the microtasks before it have run.
    await Promise.resolve();
    workers[0]?.crash();
    const outcome = await pending;
    expect(outcome.ok).toBe(false);
    await expect.poll(() => onRestart).toHaveBeenCalledOnce();
    expect(workers).toHaveLength(2);
    expect(store.get(coreStatus)).toEqual({ state: 'ready' });
  });

  it('gives up after three crashes in a row, until the person starts it again', async () => {
    await client.start();
    for (let crash = 0; crash < 3; crash++) {
      workers.at(-1)?.crash();
      await expect.poll(() => store.get(coreStatus).state).not.toBe('starting');
    }
    expect(store.get(coreStatus).state).toBe('failed');
    expect(workers).toHaveLength(3);
    await client.start();
    expect(store.get(coreStatus)).toEqual({ state: 'ready' });
  });

  it('turns anything thrown across the boundary into an error as data', async () => {
    core.cancel = () => Promise.reject(new Error('not cloneable'));
    await client.start();
    expect(await client.call((remote) => remote.cancel())).toEqual({
      ok: false,
      error: { code: 'unexpected', message: 'not cloneable' },
    });
  });
});
