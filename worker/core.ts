import { z } from 'zod';
import { EVENT_KEYS, INTEREST_KEYS, SLOT_COUNT } from '../catalog/index.ts';
import type { Psi } from '../psi-wasm/index.ts';
import { createServerApi } from './account/api.ts';
import { createHttp } from './account/http.ts';
import type { SentRequest } from './account/http.ts';
import { createIdentity } from './account/identity.ts';
import type { Identity } from './account/identity.ts';
import type { KeyMaker } from './account/keys.ts';
import { adopt } from './account/owner.ts';
import { revoke } from './account/provider.ts';
import { keepOffer, readOffer } from './account/refresh.ts';
import type { Offer } from './account/refresh.ts';
import { restoreSession } from './account/session.ts';
import { signIn } from './account/signIn.ts';
import { createSignatureKeys } from './account/signatureKeys.ts';
import { systemClock } from './clock.ts';
import type { Clock } from './clock.ts';
import { createComparer } from './compare/comparer.ts';
import type { Choices, Commands, MailSummary, Outcome, Session, WorkerEvent } from './contract.ts';
import { createDevice, NO_CHOICES } from './device.ts';
import type { Device } from './device.ts';
import { AppFailure, failure, toAppError } from './errors.ts';
import { restoreProgress } from './scan/progress.ts';
import { createScanner } from './scanning.ts';
import { openStore } from './store/index.ts';
import type { Store } from './store/index.ts';

export interface CoreDeps {
  /** Origin of our server. */
  origin: string;
  fetch: typeof fetch;
  /** Loads the private comparison when it is first needed. */
  loadPsi: () => Promise<Psi>;
  /** Where databases live; the platform's own by default. */
  indexedDB?: IDBFactory;
  clock?: Clock;
  /** Keeps other tabs from scanning meanwhile; the browser's Web Locks by default. */
  locks?: LockManager;
  /** Called before every request that goes through the core's own `fetch`. */
  onRequest?: (request: SentRequest) => void;
  /** Called with what ended as `unexpected`, for whoever runs the core to look at. */
  onUnexpected?: (cause: unknown) => void;
}

export interface Core extends Commands {
  /** Ends what holds the process or the database open; the stored state stays. */
  close(): Promise<void>;
}

const choicesSchema = z.object({
  interests: z.array(z.enum(INTEREST_KEYS)),
  events: z.array(z.enum(EVENT_KEYS)),
});

/**
 * The worker core behind the contract: the same code in a browser worker and in Node (DESIGN 1). Commands
 * that touch the account run one after the other; a scan runs beside them.
 */
export function createCore(deps: CoreDeps): Core {
  const clock = deps.clock ?? systemClock;
  const { onRequest } = deps;
  const http = createHttp({
    origin: deps.origin,
    fetch: deps.fetch,
    ...(onRequest === undefined ? {} : { onRequest }),
  });
  const api = createServerApi(http);
  const listeners = new Set<(event: WorkerEvent) => unknown>();

  let store: Store | null = null;
  let offer: Offer | null = null;
  let current: Device | null = null;
  let identity: Identity | null = null;

  const emit = (event: WorkerEvent): void => {
    for (const listener of listeners) void tell(listener, event, () => listeners.delete(listener));
  };
  const device = (): Device => {
    if (current === null) throw failure('storage_failed');
    return current;
  };
  const identityOf = (): Identity => {
    identity ??= createIdentity(device().state.server, http);
    return identity;
  };
  const maker = (): KeyMaker => {
    const { blobApiUrl } = device().state.server;
    return {
      api,
      identity: identityOf(),
      loadPsi: deps.loadPsi,
      blobApiUrl: blobApiUrl === null ? null : http.resolve(blobApiUrl),
      clock,
    };
  };

  const keys = createSignatureKeys((domain) => api.dkimKeys(domain));
  const scanner = createScanner({ device, http, keys, clock, locks: deps.locks });
  const comparer = createComparer({ device, maker, loadPsi: deps.loadPsi });

  const outcome = async <T>(work: () => Promise<T>): Promise<Outcome<T>> => {
    try {
      return { ok: true, value: await work() };
    } catch (cause) {
      const error = toAppError(cause);
      if (error.code === 'unexpected') deps.onUnexpected?.(cause);
      return { ok: false, error };
    }
  };

  let last: Promise<unknown> = Promise.resolve();
  /** As `outcome`, after every such command before it. */
  const inTurn = <T>(work: () => Promise<T>): Promise<Outcome<T>> => {
    const next = last.then(() => outcome(work));
    last = next;
    return next;
  };

  const restore = async (kept: Session | null): Promise<Device> => {
    store ??= await openStore(deps.indexedDB);
    offer = await readOffer(api, store);
    const { server, catalog } = offer;
    const session = restoreSession(kept);
    if (session !== null) await adopt(store, session.email);
    if (session !== null || (await store.get('checkpoint')) !== undefined) await keepOffer(store, offer);
    const [evidence, choices, result, scan] = await Promise.all([
      store.get('evidence'),
      store.get('choices'),
      store.get('result'),
      restoreProgress(store),
    ]);
    return createDevice(
      store,
      {
        server,
        catalog,
        session,
        scan,
        evidence: evidence ?? [],
        choices: choices ?? NO_CHOICES,
        result: result ?? null,
      },
      emit,
    );
  };

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return Promise.resolve();
    },

    open: (kept) =>
      inTurn(async () => {
        // A scan that is under way in this worker goes on; the page gets its state.
        if (current === null || !scanner.running) current = await restore(kept);
        return current.snapshot();
      }),

    signIn: (request) =>
      inTurn(async () => {
        const { store: kept, state } = device();
        const session = await signIn(request, { config: state.server, http, maker: maker() });
        if (offer !== null) await keepOffer(kept, offer);
        // The mailbox of another account is not read on under this one.
        if (state.session !== null && state.session.email !== session.email) await scanner.cancel();
        if (await adopt(kept, session.email)) {
          device().reset({
            session,
            scan: await restoreProgress(kept),
            evidence: (await kept.get('evidence')) ?? [],
            choices: state.choices,
            result: null,
          });
          device().notice(
            'You signed in with another address. What was found in the other mailbox was removed from this device.',
          );
        } else {
          device().setSession(session);
        }
        return session;
      }),

    signOut: () =>
      inTurn(async () => {
        const { store: kept, state } = device();
        await scanner.cancel();
        const token = state.session?.googleAuthToken;
        const [cleared] = await Promise.allSettled([
          kept.clear(),
          token === undefined ? undefined : revoke(token, state.server, http),
          identityOf().signOut(),
        ]);
        const scan = await restoreProgress(kept);
        device().reset({ session: null, scan, evidence: [], choices: NO_CHOICES, result: null });
        if (cleared.status === 'rejected') throw asError(cleared.reason);
        return null;
      }),

    estimate: () => outcome(() => scanner.estimate()),
    scan: (request) =>
      outcome(async () => {
        // From now on there is something on this device that can be looked at offline.
        if (offer !== null) await keepOffer(device().store, offer);
        return scanner.scan(request);
      }),
    resume: () => outcome(() => scanner.resume()),
    cancel: () => outcome(() => scanner.cancel()),

    choose: (choices) =>
      inTurn(async () => {
        await device().setChoices(inCatalogOrder(choicesSchema.parse(choices)));
        return null;
      }),

    compare: () =>
      inTurn(async () => {
        // The facts are still growing: what would be compared is not what the person will see.
        if (scanner.running) throw failure('scan_running');
        return comparer.compare();
      }),

    disclose: (facts) => inTurn(() => comparer.disclose(facts)),

    slotMails: (slot) =>
      outcome(async () => {
        const { evidence } = device().state;
        const ids = new Set(device().vector().mapping[slot] ?? []);
        const mails = new Map<string, MailSummary>();
        if (!Number.isInteger(slot) || slot < 0 || slot >= SLOT_COUNT) return [];
        for (const { messageId, subject, from, date } of evidence) {
          if (ids.has(messageId)) mails.set(messageId, { messageId, subject, from, date });
        }
        return Promise.resolve([...mails.values()]);
      }),

    async close() {
      await scanner.cancel().catch(() => undefined);
      await last;
      await identity?.close();
      store?.close();
      store = null;
      current = null;
      identity = null;
    },
  };
}

/** The page may have gone away, and its listener with it. */
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

function inCatalogOrder({ interests, events }: Choices): Choices {
  return {
    interests: INTEREST_KEYS.filter((key) => interests.includes(key)),
    events: EVENT_KEYS.filter((key) => events.includes(key)),
  };
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new AppFailure('storage_failed', String(reason));
}
