import { BUILT_IN_SLUG, type Invitation } from '../../catalog/addresses.ts';
import type { Psi } from '../../psi-wasm/index.ts';
import type { ServerApi } from '../client/api.ts';
import type { Http } from '../client/http.ts';
import { createIdentity } from '../account/identity.ts';
import type { Identity } from '../account/identity.ts';
import type { KeyMaker } from '../account/keys.ts';
import { adopt, isOwner } from '../account/owner.ts';
import { REVOKE_DEADLINE_MS, revoke } from '../account/provider.ts';
import { carryAlong } from '../device/carry-along.ts';
import { keepAsked, keepUnlessKnown, readAsked } from '../client/asked.ts';
import { readOffer } from '../client/refresh.ts';
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
import { restoreProgress } from '../scan/state/progress.ts';
import type { PrivacyLedger } from '../ledger/ledger.ts';
import type { Scanner } from '../scan/scanner.ts';
import { openStore } from '../store/index.ts';
import type { Store } from '../store/index.ts';

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

/** The life of the device's stores, from opening to emptying, and the sign-in in between. */
export interface Lifecycle {
  /** @throws AppFailure `storage_failed` before the stores were opened */
  device(): Device;
  /** The means to make keys for this server. */
  maker(): KeyMaker;
  open(kept: Session | null, invitation: Invitation): Promise<Snapshot>;
  /**
   * Checks whether the link or the organiser asks something else than this tab shows, and if so tells the page.
   * Otherwise the catalog is the one in use.
   */
  askAgain(): Promise<boolean>;
  /** Switches to the changed catalog with this hash; without one, nothing changes. */
  goOn(hash: string): Promise<Snapshot>;
  signIn(request: SignInRequest): Promise<Session>;
  allowReading(request: ReadingRequest): Promise<Session>;
  /** Our server no longer accepts the session. The device's data stays, and the next step signs in again. */
  sessionOver(): Promise<void>;
  /** @throws AppFailure `storage_failed` when the stores could not be emptied; everything else is still done */
  signOut(cleared: () => void): Promise<SignedOut>;
  /** Whether a sign-in with this address in another tab ends this tab's view. */
  isForeign(email: string): boolean;
  /**
   * Another tab has emptied the stores or given them to somebody else. This tab's state no longer counts, and its
   * session at the server ends.
   */
  abandon(): void;
  /** The person acts under the catalog: stores it as the one in use, and what is needed to view findings offline. */
  keepInUse(): Promise<void>;
  close(): Promise<void>;
}

export function createLifecycle(deps: LifecycleDeps): Lifecycle {
  const { http, api, clock, ledger, loadPsi, emit, scanner } = deps;
  let store: Store | null = null;
  let offer: Offer | null = null;
  let current: Device | null = null;
  let identity: Identity | null = null;
  let abandoned = false;
  let by: Invitation = { organiser: BUILT_IN_SLUG, catalog: null };

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
  /** Stores how the server is reached, and the ledger. */
  const keepServer = async (): Promise<void> => {
    if (store !== null && offer !== null) await store.put('config', offer.server);
    await ledger.keep();
  };
  const keepInUse = async (): Promise<void> => {
    if (store !== null && offer !== null) await keepAsked(store, offer.asked);
    await keepServer();
  };

  /** The device's stored state for the catalog. */
  const load = async (base: Store, { server, asked }: Offer, session: Session | null): Promise<Device> => {
    const own = base.forCatalog(asked.hash);
    const [evidence, choices, result, shown, scan] = await Promise.all([
      own.get('evidence'),
      own.get('choices'),
      own.get('result'),
      session === null ? undefined : own.get('shown'),
      restoreProgress(own),
    ]);
    const logs = {
      evidence: evidence ?? [],
      choices: choices ?? NO_CHOICES,
      result: result ?? null,
      shown: shown ?? null,
    };
    return createDevice(own, { server, asked, session, scan, ...logs }, emit);
  };

  const restore = async (kept: Session | null, invitation: Invitation): Promise<Device> => {
    if (store === null) {
      store = await openStore(deps.indexedDB);
      await ledger.attach(store);
    }
    offer = await readOffer(api, store, invitation);
    if (invitation.organiser === BUILT_IN_SLUG) await store.carryOver(offer.asked.hash);
    const found = restoreSession(kept);
    const session = found !== null && (await isOwner(store, found)) ? found : null;
    if (session?.googleAuthToken) http.keepGrant(session.googleAuthToken);
    if (session?.serverSession) http.keepSession(session.serverSession);
    if (session !== null) await adopt(store, session.email);
    const loaded = await load(store, offer, session);
    // A device that nobody has used yet keeps nothing. A catalog is in use once the person has acted under it.
    if (loaded.state.scan.phase !== 'idle' || loaded.facts().length > 0) await keepInUse();
    else if (session !== null) await keepServer();
    // The page's stored session belongs to nobody here and must not return at the next start.
    if (kept !== null && session === null) emit({ type: 'session', session: null });
    return loaded;
  };

  /** Ends an unused session at the server, if it is still valid; not awaited. */
  const endUnused = (before: Session | null): void => {
    const replaced = before?.serverSession ?? null;
    if (replaced === null || replaced.expiresAt <= clock.now()) return;
    api.endSession(replaced, AbortSignal.timeout(REVOKE_DEADLINE_MS)).catch(() => undefined);
  };

  return {
    device,
    maker,
    keepInUse,

    async open(kept, invitation) {
      // A running scan of this worker continues; the page gets its state.
      if (current === null || !scanner().running) {
        by = invitation;
        current = await restore(kept, invitation);
      }
      return current.snapshot();
    },

    async askAgain() {
      if (store === null || offer === null) return false;
      await keepUnlessKnown(store, offer.asked);
      const asked = await readAsked(api, store, by);
      // Another tab may have gone on to what this one has not shown.
      const { catalog, hash } = asked.next ?? asked;
      if (hash === offer.asked.hash) {
        await keepAsked(store, offer.asked);
        return false;
      }
      offer = { ...offer, asked: { ...offer.asked, next: { catalog, hash }, problem: null } };
      device().setAsked(offer.asked);
      return true;
    },

    async goOn(hash) {
      const { store: before, state } = device();
      const { next, catalog } = state.asked;
      if (scanner().running) throw failure('scan_running');
      if (offer === null || next?.hash !== hash) return device().snapshot();
      await carryAlong(before, catalog, next);
      offer = { ...offer, asked: { ...next, next: null, problem: null } };
      await keepInUse();
      current = await load(before, offer, state.session);
      await current.keepVector();
      return current.snapshot();
    },

    async signIn(request) {
      const { store: kept, state } = device();
      const fresh = await signIn(request, { http, maker: maker() });
      await keepServer();
      const before = state.session;
      const same = before === null || sameMailbox(before.email, fresh.email);
      const session = { ...fresh, googleAuthToken: same ? (before?.googleAuthToken ?? null) : null };
      if (!same) {
        // The other account's mailbox must not be read any further, and nobody needs its grant.
        await scanner().cancel();
        if (before.googleAuthToken !== null) void revoke(before.googleAuthToken, http);
      }
      if (await adopt(kept, session.email)) {
        const evidence = (await kept.get('evidence')) ?? [];
        const scan = await restoreProgress(kept);
        device().reset({ session, scan, evidence, choices: state.choices, result: null, shown: null });
        device().notice({ code: 'other_account' });
      } else {
        device().setSession(session);
      }
      endUnused(before);
      return session;
    },

    async allowReading(request) {
      // Google's grant is valid already; the demo's is when its code is exchanged.
      if (request.provider === 'demo') signedIn();
      return allowReading(request, { http, clock }, async (grant) => {
        const session = signedIn();
        await checkMailbox(grant, session, http);
        // Another tab may have signed out during the request.
        await device().store.check();
        const allowed = { ...session, googleAuthToken: grant };
        device().setSession(allowed);
        return allowed;
      });
    },

    async sessionOver() {
      const { store: kept, state } = device();
      if (state.session?.serverSession == null) return;
      // If another tab signed out first, this tab's state must not be stored again.
      await kept.check();
      device().setSession({ ...state.session, serverSession: null });
    },

    async signOut(cleared) {
      const { store: kept, state } = device();
      // A scan in another tab cannot be cancelled here. It ends when it hears of this, and stores nothing more.
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
