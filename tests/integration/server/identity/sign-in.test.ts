/**
 * The SDK's sign-in with the embedded service, and with the official Firebase emulator if FIREBASE_AUTH_EMULATOR_HOST
 * names one: `firebase emulators:start --only auth --project demo-waystamp`.
 */
import { reload, signInAnonymously, signOut } from 'firebase/auth';
import type { Auth } from 'firebase/auth';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EMBEDDED_FIREBASE } from '../../../../server/identity/embedded.ts';
import { openTestServer, withTestServer } from '../../../support/server/harness.ts';
import type { TestServer } from '../../../support/server/harness.ts';
import { FIREBASE_ENV } from './firebase-project.ts';
import { useFirebaseSdk } from '../../../support/server/firebase-sdk.ts';
import { uploadWith } from './upload.ts';

const EMULATOR_HOST = process.env['FIREBASE_AUTH_EMULATOR_HOST'] ?? '';
const isGiven = EMULATOR_HOST !== '';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ listen: true });
});
afterAll(() => server.close());
const open = useFirebaseSdk();

const SERVICES: [name: string, auth: () => Auth][] = [
  ['the embedded identity service', () => open(EMBEDDED_FIREBASE, server.origin)],
];
if (isGiven) {
  SERVICES.push(['the official emulator', () => open(EMBEDDED_FIREBASE, `http://${EMULATOR_HOST}`)]);
}

const emulatorStatus = async (): Promise<number | null> =>
  isGiven ? (await fetch(`http://${EMULATOR_HOST}/`)).status : null;

it.each([
  isGiven
    ? `the official Firebase emulator at ${EMULATOR_HOST} is checked`
    : 'the official Firebase emulator is NOT CHECKED: FIREBASE_AUTH_EMULATOR_HOST names none',
])('%s', async () => {
  if (!isGiven) {
    console.warn(
      '\n!!! The official Firebase emulator is NOT CHECKED: FIREBASE_AUTH_EMULATOR_HOST names none !!!\n',
    );
  }
  expect(await emulatorStatus()).toBe(isGiven ? 200 : null);
  expect(SERVICES).toHaveLength(isGiven ? 2 : 1);
});

describe.each(SERVICES)('%s, with the unchanged Firebase SDK', (_name, auth) => {
  it('signs in anonymously', async () => {
    const { user } = await signInAnonymously(auth());
    expect(user.isAnonymous).toBe(true);
    const { signInProvider, claims, expirationTime, issuedAtTime } = await user.getIdTokenResult();
    expect(signInProvider).toBe('anonymous');
    expect(claims.sub).toBe(user.uid);
    expect(claims['user_id']).toBe(user.uid);
    expect(Date.parse(expirationTime) - Date.parse(issuedAtTime)).toBe(3_600_000);
  });

  it('refreshes the token and keeps the identity', async () => {
    const { user } = await signInAnonymously(auth());
    const { uid } = user;
    const fresh = decodeJwt(await user.getIdToken(true));
    expect(fresh.sub).toBe(uid);
    await reload(user);
    expect(user.uid).toBe(uid);
    expect(user.metadata.creationTime).toBeDefined();
  });

  it('gives each sign-in a new identity, and none after sign-out', async () => {
    const one = auth();
    const first = (await signInAnonymously(one)).user.uid;
    await signOut(one);
    expect(one.currentUser).toBeNull();
    expect((await signInAnonymously(one)).user.uid).not.toBe(first);
  });
});

it.each(isGiven ? [EMULATOR_HOST] : [])(
  'a token of the official emulator at %s is unsigned and accepted nowhere, not even by a server for its project',
  async (host) => {
    const { user } = await signInAnonymously(open(EMBEDDED_FIREBASE, `http://${host}`));
    const token = await user.getIdToken();
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'none', typ: 'JWT' });
    expect((await uploadWith(server, token)).status).toBe(401);
    await withTestServer(
      {
        env: { ...FIREBASE_ENV, FIREBASE_PROJECT_ID: decodeJwt(token).aud as string },
        fetch: async () => Response.json({ keys: [] }),
      },
      async (sameProject) => {
        expect((await uploadWith(sameProject, token)).status).toBe(401);
      },
    );
  },
);
