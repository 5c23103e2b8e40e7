/** The app's identity and the server with a Firebase configuration. Firebase itself is replaced at the network edge. */
import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import type { CryptoKey, JWK } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { KEYS_RETRY_SECONDS } from '../../../../server/identity/published-keys.ts';
import { createFirebaseIdentity } from '../../../../server/identity/firebase.ts';
import type { Identity } from '../../../../server/identity/contract.ts';
import { createHttp } from '../../../../worker/client/http.ts';
import { createIdentity } from '../../../../worker/account/identity.ts';
import { serverConfigSchema } from '../../../../worker/client/config.ts';
import { openTestServer } from '../../../support/server/harness.ts';
import type { TestServer } from '../../../support/server/harness.ts';
import { FIREBASE_ENV, PROJECT, PROJECT_ISSUER } from './firebase-project.ts';
import { uploadWith } from './upload.ts';

const KEYS = 'GET https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
const SIGN_UP = 'POST https://identitytoolkit.googleapis.com/v1/accounts:signUp';
const LOOK_UP = 'POST https://identitytoolkit.googleapis.com/v1/accounts:lookup';

/** The requests to Google's hosts, and their answers. The SDK takes the global `fetch` when it is loaded. */
const edge = vi.hoisted(() => {
  const real = globalThis.fetch;
  const state = {
    asked: [] as string[],
    answer: (_call: string): Response | Promise<Response> => new Response(null, { status: 404 }),
  };
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { hostname, origin, pathname } = new URL(request.url);
    if (!hostname.endsWith('googleapis.com')) return real(request);
    const call = `${request.method} ${origin}${pathname}`;
    state.asked.push(call);
    return state.answer(call);
  };
  return state;
});

interface ProjectKey {
  sign: CryptoKey;
  publicJwk: JWK;
}
async function projectKey(kid: string): Promise<ProjectKey> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  return {
    sign: privateKey,
    publicJwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' },
  };
}

function idToken({ sign, publicJwk: { kid } }: ProjectKey): Promise<string> {
  return new SignJWT({
    auth_time: Math.floor(Date.now() / 1000),
    firebase: { identities: {}, sign_in_provider: 'anonymous' },
  })
    .setProtectedHeader({ alg: 'RS256', kid: kid ?? '', typ: 'JWT' })
    .setIssuer(PROJECT_ISSUER)
    .setAudience(PROJECT)
    .setSubject('uid-1')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(sign);
}

const published = (...keys: ProjectKey[]): Response =>
  Response.json({ keys: keys.map(({ publicJwk }) => publicJwk) });

let first: ProjectKey;
beforeEach(async () => {
  edge.asked = [];
  first = await projectKey('k1');
  edge.answer = () => published(first);
});
afterEach(() => {
  vi.useRealTimers();
});

/** Stops the clock. The returned function moves it forward. */
function stopClock(): (milliseconds: number) => void {
  vi.useFakeTimers({ toFake: ['Date'] });
  return (milliseconds) => vi.setSystemTime(Date.now() + milliseconds);
}

describe('with a Firebase project', () => {
  let server: TestServer;
  let skewMs = 0;
  beforeAll(async () => {
    server = await openTestServer({
      env: FIREBASE_ENV,
      fetch: globalThis.fetch,
      now: () => Date.now() + skewMs,
    });
  });
  afterAll(() => server.close());

  it('the upload call answers 503 while Google’s keys cannot be fetched', async () => {
    edge.answer = () => new Response(null, { status: 502 });
    const refused = await uploadWith(server, await idToken(first));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    await expect(refused.json()).resolves.toEqual({
      error: 'The identity service did not answer. Please try again in a moment.',
    });
  });

  it('the app signs in anonymously at Firebase, and the upload call accepts its token', async () => {
    // This long after a failure, Google is asked again.
    skewMs = KEYS_RETRY_SECONDS * 1000;
    edge.answer = async (call) => {
      if (call === KEYS) return published(first);
      if (call === SIGN_UP) {
        const token = await idToken(first);
        return Response.json({ localId: 'uid-1', idToken: token, refreshToken: 'r', expiresIn: '3600' });
      }
      return Response.json({ users: [{ localId: 'uid-1', createdAt: '1', lastLoginAt: '1' }] });
    };
    const config = serverConfigSchema.parse(await (await server.request('/api/config')).json());
    expect(config.identityEmulatorUrl).toBeNull();
    const identity = createIdentity(config, createHttp({ origin: 'http://localhost', fetch }));
    expect((await uploadWith(server, await identity.token())).status).toBe(200);
    await identity.close();
    expect(edge.asked).toEqual([SIGN_UP, LOOK_UP, KEYS]);
  });

  it('the server answers no identity calls itself', async () => {
    for (const path of ['/identitytoolkit.googleapis.com/v1/accounts:signUp', '/identity/jwks.json']) {
      expect((await server.request(path, { method: 'POST' })).status).toBe(404);
    }
  });
});

describe('Google’s keys', () => {
  let identity: Identity;
  beforeEach(() => {
    identity = createFirebaseIdentity({
      projectId: PROJECT,
      fetch: globalThis.fetch,
      now: () => Date.now(),
    });
  });

  it('are fetched once in ten minutes, even for many calls at once', async () => {
    const pass = stopClock();
    const token = await idToken(first);
    const many = await Promise.all(Array.from({ length: 10 }, () => identity.verify(token)));
    expect(many).toEqual(Array.from({ length: 10 }, () => 'uid-1'));
    pass(599_000);
    await expect(identity.verify(token)).resolves.toBe('uid-1');
    expect(edge.asked).toEqual([KEYS]);
    pass(1_000);
    await expect(identity.verify(token)).resolves.toBe('uid-1');
    expect(edge.asked).toEqual([KEYS, KEYS]);
  });

  it('count from the first token that names a new one, and a withdrawn one no longer does', async () => {
    const pass = stopClock();
    await expect(identity.verify(await idToken(first))).resolves.toBe('uid-1');
    const second = await projectKey('k2');
    edge.answer = () => published(second);
    pass(30_000);
    await expect(identity.verify(await idToken(second))).resolves.toBe('uid-1');
    await expect(identity.verify(await idToken(first))).resolves.toBeNull();
  });

  it('are not fetched again and again for made-up names', async () => {
    const pass = stopClock();
    for (let name = 0; name < 5; name += 1) {
      await expect(identity.verify(await idToken(await projectKey(`name-${name}`)))).resolves.toBeNull();
    }
    expect(edge.asked).toEqual([KEYS]);
    pass(30_000);
    await expect(identity.verify(await idToken(await projectKey('name-5')))).resolves.toBeNull();
    expect(edge.asked).toEqual([KEYS, KEYS]);
  });

  it.each<[string, () => Response]>([
    [
      'is not reached',
      () => {
        throw new TypeError('fetch failed');
      },
    ],
    ['fails', () => new Response('Backend Error', { status: 500 })],
    ['sends elsewhere', () => Response.redirect('https://elsewhere.googleapis.com/keys')],
    ['answers with a page', () => new Response('<html></html>')],
    ['answers with no keys', () => Response.json({ error: 'internal' })],
  ])('are fetched again after Google %s, which says nothing about a token', async (_how, answer) => {
    const pass = stopClock();
    edge.answer = answer;
    const token = await idToken(first);
    await expect(identity.verify(token)).rejects.toMatchObject({ status: 503, retryAfter: 5 });
    edge.answer = () => published(first);
    pass(KEYS_RETRY_SECONDS * 1000);
    await expect(identity.verify(token)).resolves.toBe('uid-1');
    expect(edge.asked).toEqual([KEYS, KEYS]);
  });

  it('remain in use while Google cannot be reached', async () => {
    const pass = stopClock();
    const token = await idToken(first);
    await expect(identity.verify(token)).resolves.toBe('uid-1');
    edge.answer = () => new Response(null, { status: 502 });
    pass(599_000);
    await expect(identity.verify(token)).resolves.toBe('uid-1');
    // While Google is silent, nobody knows whether an unknown key is one of Google's.
    const other = await idToken(await projectKey('k2'));
    await expect(identity.verify(other)).rejects.toMatchObject({ status: 503 });
  });
});
