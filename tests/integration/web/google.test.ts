/** How the server checks Google's ID tokens. The rest of a sign-in is in tests/integration/server/session. */
import { KeyObject, createSign } from 'node:crypto';
import { UnsecuredJWT, exportJWK, exportSPKI, generateKeyPair, importJWK } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { UNKNOWN_KEY_MS } from '../../../server/identity/published-keys.ts';
import { createGoogleProvider } from '../../../server/provider/google.ts';
import { GOOGLE_CLIENT, createGoogleIssuer } from '../../support/server/google-issuer.ts';
import type { GoogleIssuer, Spoilt } from '../../support/server/google-issuer.ts';
import { withTestServer } from '../../support/server/harness.ts';
import { idTokenFor, newNonce, nonceClaim, openSession, postSession } from '../../support/server/sign-in.ts';

const EMAIL = 'Ada@gmail.com';
const SECONDS = 1_800_000_000;

let google: GoogleIssuer;
let now: number;
const provider = () => createGoogleProvider({ clientId: GOOGLE_CLIENT, fetch: google.fetch, now: () => now });

/** Verifies a good token with this change. */
async function judge(spoilt: Spoilt = {}, email = EMAIL) {
  const nonce = newNonce();
  return provider().verify(await google.idToken(email, nonceClaim(nonce), spoilt), nonce);
}

beforeEach(async () => {
  now = SECONDS * 1000;
  google = await createGoogleIssuer(() => now);
});

describe('an ID token from Google', () => {
  it('says who signed in, and Google is asked only for its keys', async () => {
    await expect(judge()).resolves.toMatchObject({
      issuer: 'https://accounts.google.com',
      subject: `google-${EMAIL}`,
      email: 'ada@gmail.com',
      expiresAt: (SECONDS + 3600 + 60) * 1000,
    });
    expect(google.asked).toEqual(['https://www.googleapis.com/oauth2/v3/certs']);
  });

  it('names its issuer in either spelling, with the same meaning', async () => {
    const { issuer } = await judge({ claims: { iss: 'accounts.google.com' } });
    expect(issuer).toBe('https://accounts.google.com');
  });

  it.each([
    ['at gmail.com', 'ada@gmail.com', {}, true],
    ['at googlemail.com', 'ada@googlemail.com', {}, true],
    ['of an organisation', 'ada@mail.example', { hd: 'mail.example' }, true],
    ['elsewhere', 'ada@mail.example', {}, false],
    ['at a host that ends alike', 'ada@notgmail.com', {}, false],
    ['at a host below', 'ada@gmail.com.mail.example', {}, false],
  ])('is authoritative or not for an address %s', async (_where, email, claims, authoritative) => {
    await expect(judge({ claims }, email)).resolves.toMatchObject({ authoritative });
  });

  it('is accepted by a clock that differs by a minute', async () => {
    await expect(judge({ claims: { exp: SECONDS - 59 } })).resolves.toBeDefined();
    await expect(judge({ claims: { iat: SECONDS + 59 } })).resolves.toBeDefined();
  });

  it.each<[string, Record<string, unknown>]>([
    ['id_token_expired', { exp: SECONDS - 61 }],
    ['id_token_audience', { aud: 'other.apps.googleusercontent.com' }],
    ['id_token_audience', { aud: 'other.apps.googleusercontent.com', azp: GOOGLE_CLIENT }],
    ['id_token_audience', { aud: [GOOGLE_CLIENT, 'other.apps.googleusercontent.com'] }],
    ['id_token_audience', { aud: undefined }],
    ['id_token_nonce', { nonce: undefined }],
    ['id_token_nonce', { nonce: 'of another sign-in' }],
    ['id_token_unverified', { email_verified: false }],
    ['id_token_unverified', { email_verified: undefined }],
    ['id_token_unverified', { email_verified: 'true' }],
    ['id_token_invalid', { iss: 'https://accounts.google.com.mail.example' }],
    ['id_token_invalid', { iss: undefined }],
    ['id_token_invalid', { exp: undefined }],
    ['id_token_invalid', { iat: undefined }],
    ['id_token_invalid', { iat: SECONDS + 61 }],
    ['id_token_invalid', { nbf: SECONDS + 600 }],
    ['id_token_invalid', { sub: undefined }],
    ['id_token_invalid', { sub: '' }],
    ['id_token_invalid', { email: undefined }],
    ['id_token_invalid', { email: 7 }],
    // U+212A KELVIN SIGN; JavaScript's lower case of it is k.
    ['id_token_invalid', { email: '\u212Aeller@gmail.com' }],
  ])('is refused as %s with %o', async (code, claims) => {
    await expect(judge({ claims })).rejects.toMatchObject({ status: 401, code });
  });

  it('is refused for a nonce that equals the claim instead of hashing to it', async () => {
    const claim = nonceClaim(newNonce());
    const idToken = await google.idToken(EMAIL, claim);
    await expect(provider().verify(idToken, claim)).rejects.toMatchObject({ code: 'id_token_nonce' });
  });

  it.each<[string, string, () => Promise<string>]>([
    [
      'id_token_unsigned',
      'without a signature',
      async () => (await google.idToken(EMAIL, 'x')).replace(/[^.]+$/, ''),
    ],
    [
      'id_token_unsigned',
      'with the algorithm none',
      async () =>
        new UnsecuredJWT({ iss: 'https://accounts.google.com', aud: GOOGLE_CLIENT, email: EMAIL }).encode(),
    ],
    [
      'id_token_unsigned',
      'by another key under a published name',
      async () => google.idToken(EMAIL, 'x', { key: (await generateKeyPair('RS256')).privateKey }),
    ],
    [
      'id_token_unsigned',
      'by a key that it brings along',
      async () => {
        const { privateKey, publicKey } = await generateKeyPair('RS256');
        const header = { jwk: await exportJWK(publicKey) };
        return google.idToken(EMAIL, 'x', { key: privateKey, header });
      },
    ],
    [
      'id_token_unsigned',
      'by a key of an unknown name',
      () => google.idToken(EMAIL, 'x', { header: { kid: 'google-9' } }),
    ],
    [
      'id_token_unsigned',
      'by an HMAC with the public key',
      async () => {
        const key = await importJWK({ ...google.publicJwk, alg: 'RS256' }, 'RS256', { extractable: true });
        const text = await exportSPKI(key as Awaited<ReturnType<typeof generateKeyPair>>['publicKey']);
        return google.idToken(EMAIL, 'x', { header: { alg: 'HS256' }, key: new TextEncoder().encode(text) });
      },
    ],
    [
      'id_token_unsigned',
      'by an elliptic key under the same name',
      async () => {
        const { privateKey } = await generateKeyPair('ES256');
        const [, claims = ''] = (await google.idToken(EMAIL, 'x')).split('.');
        const header = Buffer.from(JSON.stringify({ alg: 'ES256', kid: 'google-1' })).toString('base64url');
        const signature = createSign('sha256').update(`${header}.${claims}`).sign(KeyObject.from(privateKey));
        return `${header}.${claims}.${signature.toString('base64url')}`;
      },
    ],
    ['id_token_invalid', 'that is an access token', async () => 'ya29.an-access-token-that-can-read-mail'],
    ['id_token_invalid', 'that is nothing', async () => 'a.b.c'],
  ])('is refused as %s %s', async (code, _which, make) => {
    await expect(provider().verify(await make(), newNonce())).rejects.toMatchObject({ status: 401, code });
  });

  it('has a unique fingerprint', async () => {
    const nonce = newNonce();
    const idToken = await google.idToken(EMAIL, nonceClaim(nonce));
    const one = await provider().verify(idToken, nonce);
    expect((await provider().verify(idToken, nonce)).fingerprint).toEqual(one.fingerprint);
    expect((await judge()).fingerprint).not.toEqual(one.fingerprint);
  });
});

describe('Google’s keys', () => {
  it('are fetched once, even for many sign-ins at once and for made-up keys', async () => {
    const one = provider();
    const nonce = newNonce();
    const good = await google.idToken(EMAIL, nonceClaim(nonce));
    await Promise.all(Array.from({ length: 20 }, () => one.verify(good, nonce)));
    for (let count = 0; count < 20; count += 1) {
      const invented = await google.idToken(EMAIL, 'x', { header: { kid: `invented-${count}` } });
      await expect(one.verify(invented, nonce)).rejects.toMatchObject({ code: 'id_token_unsigned' });
    }
    expect(google.asked).toHaveLength(1);
  });

  it.each([
    ['no answer', async () => Promise.reject(new TypeError('fetch failed'))],
    ['an error', async () => new Response(null, { status: 502 })],
    ['no key set', async () => Response.json({ hello: 'world' })],
    ['no JSON', async () => new Response('<html>')],
    [
      'keys that cannot be read',
      async () =>
        Response.json({
          keys: [{ kty: 'RSA', kid: 'google-1', alg: 'RS256', use: 'sig', e: 'AQAB' }],
        }),
    ],
  ])(
    'that cannot be fetched for %s are not blamed on the person, and are fetched again',
    async (_why, silence) => {
      google.answer(silence);
      await withTestServer(
        {
          env: { GOOGLE_CLIENT_ID: GOOGLE_CLIENT, LIMIT_FAILED_SIGN_INS_PER_MINUTE: '1' },
          fetch: google.fetch,
          now: () => now,
        },
        async (server) => {
          const signIn = await idTokenFor(EMAIL, google.issue);
          const fresh = await idTokenFor(EMAIL, google.issue);
          for (const body of [signIn, fresh]) {
            const silent = await postSession(server, body);
            expect(silent.status).toBe(503);
            expect(silent.headers.get('retry-after')).toBe('5');
            await expect(silent.json()).resolves.toEqual({
              error: 'Google did not answer. Please try again in a moment.',
              code: 'provider_silent',
            });
          }
          google.answer(null);
          now += UNKNOWN_KEY_MS;
          expect((await postSession(server, fresh)).status).toBe(200);
        },
      );
    },
  );
});

describe('a server with a Google client id', () => {
  it('serves no demo mailbox, no demo sign-in and no demo keys', async () => {
    now = Date.now();
    const env = { GOOGLE_CLIENT_ID: GOOGLE_CLIENT };
    await withTestServer({ env, fetch: google.fetch }, async (server) => {
      const config = (await (await server.request('/api/config')).json()) as Record<string, unknown>;
      expect(config).toMatchObject({ provider: 'google', googleClientId: GOOGLE_CLIENT });
      for (const path of [
        '/demo/consent',
        '/demo/jwks.json',
        '/demo/mailbox.mbox',
        '/gmail/v1/users/me/profile',
      ]) {
        expect((await server.request(path)).status).toBe(404);
      }
      // The test server signs in with the demo provider's keys, which this server would derive from the same secret.
      await expect(server.token('robin.keller@mail.example')).rejects.toThrow(/401.*id_token_unsigned/);
      await expect(openSession(server, EMAIL, google.issue)).resolves.toMatchObject({
        user: { email: 'ada@gmail.com' },
      });

      const { keys } = (await (await server.request('/api/dkim/keys?domain=lu.ma')).json()) as {
        keys: { source: string }[];
      };
      expect(keys.filter(({ source }) => /demo/i.test(source))).toEqual([]);
    });
  });

  it('lets Google’s button see the page’s origin, and nobody else', async () => {
    const env = { GOOGLE_CLIENT_ID: GOOGLE_CLIENT };
    await withTestServer({ env }, async (server) => {
      const { headers } = await server.request('/api/config');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    });
  });
});
