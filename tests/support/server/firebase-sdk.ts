/** The unchanged Firebase SDK, as the app initialises it. */
import { deleteApp, initializeApp } from 'firebase/app';
import type { FirebaseApp, FirebaseOptions } from 'firebase/app';
import { connectAuthEmulator, inMemoryPersistence, initializeAuth } from 'firebase/auth';
import type { Auth } from 'firebase/auth';
import { afterEach } from 'vitest';

/** @returns opens the SDK against a service that answers in emulator mode; closed after each test */
export function useFirebaseSdk(): (config: FirebaseOptions, emulator: string) => Auth {
  const apps: FirebaseApp[] = [];
  let opened = 0;
  afterEach(async () => {
    for (const app of apps.splice(0)) await deleteApp(app);
  });
  return (config, emulator) => {
    opened += 1;
    const app = initializeApp(config, `test-${opened}`);
    apps.push(app);
    const auth = initializeAuth(app, { persistence: inMemoryPersistence });
    connectAuthEmulator(auth, emulator, { disableWarnings: true });
    return auth;
  };
}
