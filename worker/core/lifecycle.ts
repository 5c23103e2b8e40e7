import type { Psi } from '../../psi-wasm/index.ts';
import type { ServerApi } from '../client/api.ts';
import type { Http } from '../client/http.ts';
import { createIdentity } from '../account/identity.ts';
import type { Identity } from '../account/identity.ts';
import type { KeyMaker } from '../account/keys.ts';
import { adopt, isOwner } from '../account/owner.ts';
import { REVOKE_DEADLINE_MS, revoke } from '../account/provider.ts';
import { keepOffer, readOffer } from '../client/refresh.ts';
import type { Offer } from '../client/refresh.ts';
import { isSessionOver, restoreSession } from '../session/session.ts';
import { allowReading, checkMailbox, sameMailbox, signIn } from '../account/sign-in.ts';
import type { Clock } from '../clock.ts';
import type {
  ReadingRequest,
  Session,
  SignedOut,
  SignInRequest,
  Snapshot,
  WorkerEvent,
} from '../contract.ts';
import { createDevice, NO_CHOICES } from '../device/device.ts';
import type { Device } from '../device/device.ts';
import { failure } from '../errors.ts';
import { restoreProgress } from '../scan/progress.ts';
import type { PrivacyLedger } from '../ledger/ledger.ts';
import type { Scanner } from '../scan/scanning.ts';
import { openStore } from '../store/index.ts';
import type { Store } from '../store/index.ts';

const OTHER_ACCOUNT =
  'You signed in with another address. What was found in the other mailbox was removed from this device.';

export interface LifecycleDeps {
  ledger: PrivacyLedger;
  http: Http;
  api: ServerApi;
  clock: Clock;
  loadPsi: () => Promise<Psi>;
  indexedDB: IDBFactory | undefined;
  emit: (event: WorkerEvent) => void;
  scanner: () => Scanner;
}

/** From opening the device's stores to emptying them, and who is signed in between. */
export interface Lifecycle {
  /** @throws AppFailure `storage_failed` before the stores were opened */
  device(): Device;
  /** What it takes to make keys, on this server. */
  maker(): KeyMaker;
  open(kept: Session | null): Promise<Snapshot>;
  signIn(request: SignInRequest): Promise<Session>;
  allowReading(request: ReadingRequest): Promise<Session>;
  /** Our server no longer takes the session: nothing that is on the device changes, and the next step signs in again. */
  sessionOver(): Promise<void>;
  /** @throws AppFailure `storage_failed` when the stores could not be emptied; everything else is done all the same */
  signOut(cleared: () => void): Promise<SignedOut>;
  /** Whether a sign-in with this address in another tab ends what this one shows. */
  isForeign(email: string): boolean;
  /**
   * Another tab has emptied the stores or given them to somebody else: nothing of this one counts any more, and its
   * session ends at the server.
   */
  abandon(): void;
  /** Keeps what the server offers, for looking at this device's findings offline, and the ledger. */
  keepForOffline(): Promise<void>;
  close(): Promise<void>;
}

export function createLifecycle(deps: LifecycleDeps): Lifecycle {
  const { http, api, clock, ledger, loadPsi, emit, scanner } = deps;
  let store: Store | null = null;
  let offer: Offer | null = null;
  let current: Device | null = null;
  let identity: Identity | null = null;
  let abandoned = false;

  const device = (): Device => {
    if (current === null) throw failure(abandoned ? 'emptied_elsewhere' : 'storage_failed');
    return current;
  };
  const signedIn = (): Session => {
    const { session } = device().state;
    if (session === null) throw failure('signed_out');
    return session;
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
      loadPsi,
      blobApiUrl: blobApiUrl === null ? null : http.resolve(blobApiUrl),
      blobFetch: http.for('public keys'),
      clock,
    };
  };
  const keepForOffline = async (): Promise<void> => {
    if (store !== null && offer !== null) await keepOffer(store, offer);
    await ledger.keep();
  };

  const restore = async (kept: Session | null): Promise<Device> => {
    if (store === null) {
      store = await openStore(deps.indexedDB);
      await ledger.attach(store);
    }
    offer = await readOffer(api, store);
    const found = restoreSession(kept);
    const session = found !== null && (await isOwner(store, found)) ? found : null;
    if (session?.googleAuthToken) http.keepGrant(session.googleAuthToken);
    if (session?.serverSession) http.keepSession(session.serverSession);
    if (session !== null) await adopt(store, session.email);
    const [evidence, choices, result, shown, scan] = await Promise.all([
      store.get('evidence'),
      store.get('choices'),
      store.get('result'),
      session === null ? undefined : store.get('shown'),
      restoreProgress(store),
    ]);
    // A device on which nobody has done anything keeps nothing.
    if (session !== null || scan.phase !== 'idle') await keepForOffline();
    const { server, catalog } = offer;
    const logs = {
      evidence: evidence ?? [],
      choices: choices ?? NO_CHOICES,
      result: result ?? null,
      shown: shown ?? null,
    };
    // What the page kept is of nobody here: it must not come back with the next start.
    if (kept !== null && session === null) emit({ type: 'session', session: null });
    return createDevice(store, { server, catalog, session, scan, ...logs }, emit);
  };

  /** A session that nobody will use any more ends at the server, if it still holds; nobody waits for it. */
  const endUnused = (before: Session | null): void => {
    const replaced = before?.serverSession ?? null;
    if (replaced === null || replaced.expiresAt <= clock.now()) return;
    api.endSession(replaced, AbortSignal.timeout(REVOKE_DEADLINE_MS)).catch(() => undefined);
  };

  return {
    device,
    maker,
    keepForOffline,

    async open(kept) {
      // A scan that is under way in this worker goes on; the page gets its state.
      if (current === null || !scanner().running) current = await restore(kept);
      return current.snapshot();
    },

    async signIn(request) {
      const { store: kept, state } = device();
      const fresh = await signIn(request, { http, maker: maker() });
      await keepForOffline();
      const before = state.session;
      const same = before === null || sameMailbox(before.email, fresh.email);
      const session = { ...fresh, googleAuthToken: same ? (before?.googleAuthToken ?? null) : null };
      if (!same) {
        // The mailbox of another account is not read on under this one, and nobody else needs its grant.
        await scanner().cancel();
        if (before.googleAuthToken !== null) void revoke(before.googleAuthToken, http);
      }
      if (await adopt(kept, session.email)) {
        const evidence = (await kept.get('evidence')) ?? [];
        const scan = await restoreProgress(kept);
        device().reset({ session, scan, evidence, choices: state.choices, result: null, shown: null });
        device().notice(OTHER_ACCOUNT);
      } else {
        device().setSession(session);
      }
      endUnused(before);
      return session;
    },

    async allowReading(request) {
      // Google's grant is in force already; the demo's begins when its code is exchanged.
      if (request.provider === 'demo') signedIn();
      return allowReading(request, { http, clock }, async (grant) => {
        const session = signedIn();
        await checkMailbox(grant, session, http);
        // Another tab may have signed out while the network was waited for.
        await device().store.check();
        const allowed = { ...session, googleAuthToken: grant };
        device().setSession(allowed);
        return allowed;
      });
    },

    async sessionOver() {
      const { store: kept, state } = device();
      if (state.session?.serverSession == null) return;
      // Another tab that signed out ends the session first: what this one holds must not be kept again.
      await kept.check();
      device().setSession({ ...state.session, serverSession: null });
    },

    async signOut(cleared) {
      const { store: kept, state } = device();
      // A scan of another tab cannot be cancelled here; it ends when it hears of this, and stores nothing more.
      await scanner()
        .cancel()
        .catch(() => undefined);
      const grant = state.session?.googleAuthToken ?? null;
      const serverSession = state.session?.serverSession ?? null;
      await ledger.forget();
      const deadline = AbortSignal.timeout(REVOKE_DEADLINE_MS);
      const [clearing, revoking, ending] = await Promise.allSettled([
        kept.clear().then(cleared),
        grant === null ? true : revoke(grant, http),
        serverSession === null ? undefined : api.endSession(serverSession, deadline),
        identityOf().signOut(),
      ]);
      const scan = await restoreProgress(kept).catch(() => state.scan);
      device().reset({ session: null, scan, evidence: [], choices: NO_CHOICES, result: null, shown: null });
      if (clearing.status === 'rejected') throw failure('storage_failed', { cause: clearing.reason });
      const ended = ending.status === 'fulfilled' || isSessionOver(ending.reason);
      return { heard: ended && revoking.status === 'fulfilled' && revoking.value };
    },

    isForeign(email) {
      const own = current?.state.session?.email;
      return own === undefined ? !scanner().running : !sameMailbox(own, email);
    },

    abandon() {
      abandoned = true;
      endUnused(current?.state.session ?? null);
      current = null;
    },

    async close() {
      await identity?.close();
      await ledger.settle();
      store?.close();
      store = null;
      current = null;
      identity = null;
    },
  };
}
