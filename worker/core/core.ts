import { z } from 'zod';
import { BUILT_IN_SLUG } from '../../catalog/addresses.ts';
import { type Catalog, keySchema, slugSchema } from '../../catalog/index.ts';
import type { Psi } from '../../psi-wasm/index.ts';
import { createServerApi } from '../client/api.ts';
import { createHttp } from '../client/http.ts';
import { createServerRecord } from '../account/server-record.ts';
import { isSessionOver } from '../session/session.ts';
import { createSignatureKeys } from '../evidence/signature-keys.ts';
import { createBenchmarks } from '../bench/benchmarks.ts';
import { systemClock } from '../clock.ts';
import type { Clock } from '../clock.ts';
import { createComparer } from '../compare/comparer.ts';
import type { Choices, Commands, LoadedResource, Outcome, SignedOut, WorkerEvent } from '../contract.ts';
import { failure, toAppError } from '../errors.ts';
import { createLedger } from '../ledger/ledger.ts';
import { outsideFetch } from '../ledger/outside-fetch.ts';
import { createLifecycle } from './lifecycle.ts';
import { createScanner } from '../scan/scanner.ts';
import { joinTabs } from './tabs.ts';
import type { TabMessage } from './tabs.ts';
import { slotMails } from '../vector/index.ts';

export interface CoreDeps {
  /** Origin of our server. */
  origin: string;
  fetch: typeof fetch;
  /** Loads the private comparison on first use. */
  loadPsi: () => Promise<Psi>;
  /** The database factory; by default the platform's. */
  indexedDB?: IDBFactory;
  clock?: Clock;
  /** Keeps other tabs from scanning meanwhile; by default the browser's Web Locks. */
  locks?: LockManager;
  /** Reaches the other tabs, under {@link TABS_CHANNEL}. */
  channel?: BroadcastChannel;
  /** Called with the cause of every `unexpected` error, for whoever runs the core. */
  onUnexpected?: (cause: unknown) => void;
}

export interface Core extends Commands {
  /** Replaces the global `fetch` for libraries, so that their requests are in the ledger. */
  fetch: typeof fetch;
  /** Enters resources that the browser loaded for the worker. */
  countLoadedByWorker(resources: readonly LoadedResource[]): void;
  /** Enters a note of the service worker; anything else is ignored. */
  countLoadedByServiceWorker(note: unknown): void;
  /** Releases everything that keeps the process or the database open; the stored state stays. */
  close(): Promise<void>;
}

const choicesSchema = z.object({
  interests: z.array(keySchema),
  events: z.array(keySchema),
});

const invitationSchema = z.object({
  organiser: slugSchema,
  catalog: z.string().nullable(),
});

const resourcesSchema = z.array(
  z.object({
    name: z.string(),
    initiatorType: z.string(),
    transferSize: z.number().int().nonnegative(),
    at: z.number().nonnegative(),
  }),
);

/**
 * The worker core behind the contract: the same code in a browser worker and in Node. Commands that touch the account
 * run one after the other; a scan runs beside them.
 */
export function createCore(deps: CoreDeps): Core {
  const clock = deps.clock ?? systemClock;
  const listeners = new Set<(event: WorkerEvent) => unknown>();

  /** Events not yet delivered to a listener. */
  const underway = new Set<Promise<void>>();

  const emit = (event: WorkerEvent): void => {
    for (const listener of listeners) {
      const telling = tell(listener, event, () => listeners.delete(listener)).finally(() =>
        underway.delete(telling),
      );
      underway.add(telling);
    }
  };
  const ledger = createLedger({ origin: deps.origin, clock, emit });
  const http = createHttp({ origin: deps.origin, fetch: deps.fetch, recording: ledger.recording });
  const api = createServerApi(http);
  const lifecycle = createLifecycle({
    ledger,
    http,
    api,
    clock,
    loadPsi: deps.loadPsi,
    indexedDB: deps.indexedDB,
    emit,
    scanner: () => scanner,
  });
  const device = () => lifecycle.device();
  const maker = () => lifecycle.maker();
  const keys = createSignatureKeys((domain) => api.dkimKeys(domain));
  const locks = deps.locks ?? globalThis.navigator?.locks;
  const scanner = createScanner({ device, http, keys, clock, locks });
  const benchmarks = createBenchmarks();
  const comparer = createComparer({
    device,
    maker,
    loadPsi: deps.loadPsi,
    locks,
    askAgain: () => lifecycle.askAgain(),
  });
  const tabs = joinTabs(deps.channel, (message) => void heard(message));

  /** Another tab has signed somebody in or out. This tab's data must go, unless it belongs to the same person. */
  const heard = async (message: TabMessage): Promise<void> => {
    if (message.type === 'signed-in' && !lifecycle.isForeign(message.email)) return;
    lifecycle.abandon();
    await Promise.all([benchmarks.cancel(), scanner.cancel().catch(() => undefined)]);
    emit({ type: 'ended-elsewhere', by: message.type === 'emptied' ? 'sign-out' : 'sign-in' });
  };

  const record = createServerRecord({ device, api, clock });

  const attempt = async <T>(work: () => Promise<T>): Promise<Outcome<T>> => {
    try {
      return { ok: true, value: await work() };
    } catch (cause) {
      if (isSessionOver(cause)) await lifecycle.sessionOver().catch(() => undefined);
      const error = toAppError(cause);
      if (error.code === 'unexpected') deps.onUnexpected?.(cause);
      return { ok: false, error };
    }
  };
  /** Events reach the page through a separate port, so an answer waits until earlier events have arrived. */
  const outcome = async <T>(work: () => Promise<T>): Promise<Outcome<T>> => {
    const answer = await attempt(work);
    await Promise.all(underway);
    return answer;
  };

  let last: Promise<unknown> = Promise.resolve();
  /** Like `outcome`, but after every earlier command of this kind. */
  const inTurn = <T>(work: () => Promise<T>): Promise<Outcome<T>> => {
    const next = last.then(() => outcome(work));
    last = next;
    return next;
  };

  const signOut = async (): Promise<SignedOut> => {
    await benchmarks.cancel();
    // Announced at once, because the provider and the server may be slow.
    return lifecycle.signOut(() => tabs.tell({ type: 'emptied' }));
  };

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return Promise.resolve();
    },

    open: (kept, invitation = { organiser: BUILT_IN_SLUG, catalog: null }) =>
      inTurn(() => lifecycle.open(kept, invitationSchema.parse(invitation))),
    goOn: (hash) => inTurn(() => lifecycle.goOn(z.string().parse(hash))),
    async signIn(request) {
      const answer = await inTurn(() => lifecycle.signIn(request));
      // By now the page has stored the session, so another tab that starts again finds it.
      if (answer.ok) tabs.tell({ type: 'signed-in', email: answer.value.email });
      return answer;
    },
    allowReading: (request) => inTurn(() => lifecycle.allowReading(request)),
    signOut: () => inTurn(signOut),
    deleteAccount: () =>
      inTurn(async () => {
        await record.removeAccount();
        return signOut();
      }),

    estimate: () => outcome(() => scanner.estimate()),
    scan: (request) =>
      outcome(async () => {
        await lifecycle.keepInUse();
        await benchmarks.cancel();
        return scanner.scan(request);
      }),
    resume: () =>
      outcome(async () => {
        await benchmarks.cancel();
        return scanner.resume();
      }),
    readAgain: (messageId) =>
      outcome(async () => {
        await benchmarks.cancel();
        return scanner.readAgain(z.string().parse(messageId));
      }),
    cancel: () => outcome(() => scanner.cancel()),

    choose: (choices) =>
      inTurn(async () => {
        await lifecycle.keepInUse();
        await device().setChoices(inCatalogOrder(choicesSchema.parse(choices), device().catalog));
        return null;
      }),

    compare: () =>
      inTurn(async () => {
        // The facts are still growing, so the comparison would not match what the person will see.
        if (scanner.running) throw failure('scan_running');
        return comparer.compare();
      }),

    disclose: (facts) => inTurn(async () => record.add(facts, comparer.disclose(facts))),
    readShown: () => inTurn(() => record.read()),
    withdraw: (id) => inTurn(() => record.withdraw(id)),
    holdings: () => inTurn(() => record.holdings()),

    slotMails: (slot) =>
      outcome(() => Promise.resolve(slotMails(device().vector(), device().state.evidence, slot))),

    unreadableMails: () =>
      outcome(async () => {
        const { store, state } = device();
        const mails = (await store.get('unreadable')) ?? [];
        return mails.filter(({ source }) => source === state.scan.source).toReversed();
      }),

    watchLedger: (watched) =>
      outcome(async () => {
        await ledger.watch(watched);
        return null;
      }),
    countLoaded: (resources) =>
      outcome(async () => {
        ledger.addLoaded('page', resourcesSchema.parse(resources));
        return Promise.resolve(null);
      }),
    keepLedger: () =>
      outcome(async () => {
        await ledger.keep();
        return null;
      }),
    fetch: http.guarded(outsideFetch(deps.fetch, deps.origin, ledger)),
    countLoadedByWorker: (resources) => ledger.addLoaded('worker', resources),
    countLoadedByServiceWorker: (note) =>
      ledger.addLoaded('service worker', resourcesSchema.safeParse(note).data ?? []),

    benchmark: (suite) =>
      outcome(async () => {
        // Each would slow down the other and spoil its figures.
        if (scanner.running) throw failure('scan_running');
        return benchmarks.run(suite);
      }),
    cancelBenchmark: () => outcome(() => benchmarks.cancel()),

    async close() {
      await benchmarks.cancel();
      await scanner.cancel().catch(() => undefined);
      await last;
      tabs.close();
      await lifecycle.close();
    },
  };
}

/** The page may be gone, and its listener with it. */
async function tell(
  listener: (event: WorkerEvent) => unknown,
  event: WorkerEvent,
  forget: () => void,
): Promise<void> {
  try {
    await listener(event);
  } catch {
    forget();
  }
}

/** Those of the choices that the catalog has. */
function inCatalogOrder(chosen: Choices, { interests, events }: Catalog): Choices {
  return { interests: among(interests, chosen.interests), events: among(events, chosen.events) };
}

function among(known: readonly { key: string }[], chosen: readonly string[]): string[] {
  return known.map(({ key }) => key).filter((key) => chosen.includes(key));
}
