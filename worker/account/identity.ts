import type { FirebaseApp } from 'firebase/app';
import type * as FirebaseAuth from 'firebase/auth';
import type { ServerConfig } from '../client/config.ts';
import type { Http } from '../client/http.ts';

/** The anonymous identity that uploads public keys. */
export interface Identity {
  /** Returns a fresh ID token, after an anonymous sign-in if there was none. Rejects as Firebase does. */
  token(): Promise<string>;
  /** Signs out and forgets the identity on this device. */
  signOut(): Promise<void>;
  /** Stops the SDK's timers; the identity stays. */
  close(): Promise<void>;
}

interface Loaded {
  sdk: typeof FirebaseAuth;
  app: FirebaseApp;
  auth: FirebaseAuth.Auth;
}

/**
 * The SDK keeps one app for each name, so a second core in the same process (a test, the demo) needs a name of its own.
 */
let opened = 0;

/**
 * Firebase anonymous auth, loaded on first use. It runs without a popup resolver, so that it contacts the identity
 * service only. In emulator mode that service is our own server.
 */
export function createIdentity(config: ServerConfig, http: Http): Identity {
  let loading: Promise<Loaded> | undefined;

  const load = (): Promise<Loaded> => {
    loading ??= start(config, http).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };

  return {
    async token() {
      const { sdk, auth } = await load();
      await auth.authStateReady();
      const kept = auth.currentUser;
      if (kept !== null) {
        try {
          return await kept.getIdToken();
        } catch (error) {
          // No answer says nothing about the identity, so it is kept.
          if (isUnanswered(error)) throw error;
          // The service no longer knows this device's identity; make a new one.
          await sdk.signOut(auth);
        }
      }
      const { user } = await sdk.signInAnonymously(auth);
      return user.getIdToken();
    },
    async signOut() {
      const { sdk, auth } = await load();
      await auth.authStateReady();
      await sdk.signOut(auth);
    },
    async close() {
      if (loading === undefined) return;
      const { app } = await loading;
      const { deleteApp } = await import('firebase/app');
      loading = undefined;
      await deleteApp(app);
    },
  };
}

/** True when the service could not be reached or could not answer. */
function isUnanswered(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'auth/network-request-failed';
}

async function start(config: ServerConfig, http: Http): Promise<Loaded> {
  const [{ initializeApp }, sdk] = await Promise.all([import('firebase/app'), import('firebase/auth')]);
  // The first name is stable, so that the identity is found again after a reload.
  const name = opened === 0 ? 'waystamp' : `waystamp-${opened}`;
  opened += 1;
  const app = initializeApp(config.firebase, name);
  const auth = sdk.initializeAuth(app, {
    persistence: [sdk.indexedDBLocalPersistence, sdk.inMemoryPersistence],
  });
  if (config.identityEmulatorUrl !== null) {
    sdk.connectAuthEmulator(auth, new URL(http.resolve(config.identityEmulatorUrl)).origin, {
      disableWarnings: true,
    });
  }
  return { sdk, app, auth };
}
