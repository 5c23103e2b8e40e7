import { createUserWithEmailAndPassword, deleteUser, signInAnonymously } from 'firebase/auth';
import type { Auth } from 'firebase/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmbeddedIdentity } from '../../../../server/identity/embedded.ts';
import { openTestServer } from '../../../support/server/harness.ts';
import type { TestServer } from '../../../support/server/harness.ts';
import { useFirebaseSdk } from '../../../support/server/firebase-sdk.ts';
import { uploadWith } from './upload.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ listen: true });
});
afterAll(() => server.close());

const open = useFirebaseSdk();
async function firebaseAuth(): Promise<Auth> {
  const { firebase } = (await (await server.request('/api/config')).json()) as {
    firebase: { apiKey: string; authDomain: string; projectId: string; appId: string };
  };
  return open(firebase, server.origin);
}

describe('the embedded identity service', () => {
  it('gives tokens that the upload call accepts, also after a refresh', async () => {
    const { user } = await signInAnonymously(await firebaseAuth());
    expect((await uploadWith(server, await user.getIdToken())).status).toBe(200);
    expect((await uploadWith(server, await user.getIdToken(true))).status).toBe(200);
  });

  it('deletes an identity on request', async () => {
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

  it('publishes the public keys of its tokens, and not the private ones', async () => {
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

describe('the anonymous sign-up', () => {
  it('ignores bodies without a JSON type, which any page can make a browser send', async () => {
    const answer = await server.app.request('/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: '{"returnSecureToken":true}',
    });
    expect(answer.status).toBe(400);
    await expect(answer.json()).resolves.toMatchObject({ error: { message: 'INVALID_REQ_TYPE' } });
  });
});

describe('an embedded identity’s token', () => {
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
