import { deleteApp, initializeApp } from 'firebase/app';
import type { FirebaseApp } from 'firebase/app';
import {
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  inMemoryPersistence,
  initializeAuth,
  reload,
  signInAnonymously,
  signOut,
} from 'firebase/auth';
import type { Auth } from 'firebase/auth';
import { SignJWT, UnsecuredJWT, createLocalJWKSet, exportJWK, generateKeyPair } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createEmbeddedIdentity } from '../../../server/identity/embedded.ts';
import { createFirebaseIdentity } from '../../../server/identity/firebase.ts';
import { jsonPost, openTestServer, randomPathname } from './harness.ts';
import type { TestServer } from './harness.ts';

let server: TestServer;
let accountToken: string;
beforeAll(async () => {
  server = await openTestServer({ listen: true });
  accountToken = await server.token('ada@mail.example');
});
afterAll(() => server.close());

const apps: FirebaseApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await deleteApp(app);
});

async function firebaseAuth(): Promise<Auth> {
  const { firebase } = (await (await server.request('/api/config')).json()) as {
    firebase: { apiKey: string; authDomain: string; projectId: string; appId: string };
  };
  const app = initializeApp(firebase, `test-${apps.length}-${Math.random()}`);
  apps.push(app);
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, server.origin, { disableWarnings: true });
  return auth;
}

const uploadWith = async (identity: string): Promise<number> => {
  const answer = await server.request(
    '/api/psi/upload',
    jsonPost(
      accountToken,
      {
        type: 'blob.generate-client-token',
        payload: { pathname: randomPathname(), clientPayload: null, multipart: false },
      },
      { 'x-identity-token': identity },
    ),
  );
  return answer.status;
};

describe('the embedded identity service, with the unchanged Firebase SDK', () => {
  it('signs in anonymously, and the token opens the upload call', async () => {
    const { user } = await signInAnonymously(await firebaseAuth());
    expect(user.isAnonymous).toBe(true);
    expect(await uploadWith(await user.getIdToken())).toBe(200);
    const { signInProvider, claims } = await user.getIdTokenResult();
    expect(signInProvider).toBe('anonymous');
    expect(claims.sub).toBe(user.uid);
  });

  it('refreshes the token and keeps the identity', async () => {
    const { user } = await signInAnonymously(await firebaseAuth());
    const { uid } = user;
    const fresh = await user.getIdToken(true);
    expect(user.uid).toBe(uid);
    expect(await uploadWith(fresh)).toBe(200);
    await reload(user);
    expect(user.metadata.creationTime).toBeDefined();
  });

  it('gives each sign-in an identity of its own, and none after sign-out', async () => {
    const auth = await firebaseAuth();
    const first = (await signInAnonymously(auth)).user.uid;
    await signOut(auth);
    expect(auth.currentUser).toBeNull();
    const second = (await signInAnonymously(auth)).user.uid;
    expect(second).not.toBe(first);
  });

  it('forgets an identity that is deleted', async () => {
    const { user } = await signInAnonymously(await firebaseAuth());
    const { refreshToken } = user;
    await deleteUser(user);
    const refresh = await server.request('/securetoken.googleapis.com/v1/token?key=x', {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    });
    expect(refresh.status).toBe(400);
    await expect(refresh.json()).resolves.toMatchObject({ error: { message: 'INVALID_REFRESH_TOKEN' } });
  });

  it('offers no sign-in with a password', async () => {
    await expect(
      createUserWithEmailAndPassword(await firebaseAuth(), 'ada@mail.example', 'password'),
    ).rejects.toMatchObject({ code: 'auth/operation-not-allowed' });
  });

  it('publishes the keys of its tokens, and not the private ones', async () => {
    const answer = await server.request('/identity/jwks.json');
    const { keys } = (await answer.json()) as { keys: Record<string, string>[] };
    expect(Object.keys(keys[0] ?? {}).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  });

  it.each(['{', '[]', '"x"', ''])('answers the body %j in the service’s form', async (body) => {
    const answer = await server.request('/identitytoolkit.googleapis.com/v1/accounts:lookup?key=x', {
      method: 'POST',
      body,
    });
    expect(answer.status).toBe(400);
    await expect(answer.json()).resolves.toMatchObject({ error: { code: 400 } });
  });
});

describe('an identity token', () => {
  it('that is unsigned, as the official emulator’s are, opens nothing', async () => {
    const { user } = await signInAnonymously(await firebaseAuth());
    const unsigned = new UnsecuredJWT({})
      .setIssuer('urn:waystamp:identity')
      .setAudience('waystamp')
      .setSubject(user.uid)
      .setIssuedAt()
      .setExpirationTime('1h')
      .encode();
    expect(await uploadWith(unsigned)).toBe(401);
  });

  it('that is signed with another key opens nothing', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    const forged = await new SignJWT({})
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuer('urn:waystamp:identity')
      .setAudience('waystamp')
      .setSubject('x')
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey);
    expect(await uploadWith(forged)).toBe(401);
  });

  it('expires after an hour', async () => {
    let now = Date.now();
    const identity = await createEmbeddedIdentity(server.database.db, () => now);
    const { idToken, userId } = await identity.signUp();
    now += 3_599_000;
    await expect(identity.verify(idToken)).resolves.toBe(userId);
    now += 1_000;
    await expect(identity.verify(idToken)).resolves.toBeNull();
  });

  it('is accepted by every copy of the server on the same database', async () => {
    const [one, other] = await Promise.all([
      createEmbeddedIdentity(server.database.db),
      createEmbeddedIdentity(server.database.db),
    ]);
    const { idToken, userId } = await one.signUp();
    await expect(other.verify(idToken)).resolves.toBe(userId);
  });
});

describe('with a Firebase project', () => {
  const issuer = 'https://securetoken.google.com/project-1';
  const setUp = async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256');
    const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256' };
    const sign = (change: (jwt: SignJWT) => SignJWT = (jwt) => jwt): Promise<string> =>
      change(
        new SignJWT({})
          .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
          .setIssuer(issuer)
          .setAudience('project-1')
          .setSubject('uid-1')
          .setIssuedAt()
          .setExpirationTime('1h'),
      ).sign(privateKey);
    return { sign, identity: createFirebaseIdentity('project-1', createLocalJWKSet({ keys: [jwk] })) };
  };

  it('its tokens are accepted', async () => {
    const { sign, identity } = await setUp();
    await expect(identity.verify(await sign())).resolves.toBe('uid-1');
  });

  it('tokens of another project, expired or unsigned ones are refused', async () => {
    const { sign, identity } = await setUp();
    await expect(identity.verify(await sign((jwt) => jwt.setAudience('project-2')))).resolves.toBeNull();
    await expect(
      identity.verify(await sign((jwt) => jwt.setIssuer('https://securetoken.google.com/project-2'))),
    ).resolves.toBeNull();
    await expect(identity.verify(await sign((jwt) => jwt.setExpirationTime('-1s')))).resolves.toBeNull();
    const unsigned = new UnsecuredJWT({})
      .setIssuer(issuer)
      .setAudience('project-1')
      .setSubject('uid-1')
      .setIssuedAt()
      .setExpirationTime('1h')
      .encode();
    await expect(identity.verify(unsigned)).resolves.toBeNull();
    await expect(identity.verify('nonsense')).resolves.toBeNull();
  });

  it('keys that cannot be fetched are not the person’s fault', async () => {
    const { sign } = await setUp();
    const identity = createFirebaseIdentity('project-1', async () => {
      throw new TypeError('fetch failed');
    });
    await expect(identity.verify(await sign())).rejects.toMatchObject({ status: 503, retryAfter: 5 });
  });
});
