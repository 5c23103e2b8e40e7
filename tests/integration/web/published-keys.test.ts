/** Sign-ins while the provider does not answer, and while somebody invents key names. */
import { exportJWK, generateKeyPair } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  KEYS_MS,
  KEYS_RETRY_SECONDS,
  KEYS_TRUSTED_MS,
  UNKNOWN_KEY_MS,
} from '../../../server/identity/published-keys.ts';
import { createGoogleProvider } from '../../../server/provider/google.ts';
import type { Provider } from '../../../server/session/contract.ts';
import { GOOGLE_CLIENT, createGoogleIssuer } from '../../support/server/google-issuer.ts';
import type { GoogleIssuer, Spoilt } from '../../support/server/google-issuer.ts';
import { newNonce, nonceClaim } from '../../support/server/sign-in.ts';

const SILENT = { status: 503, code: 'provider_silent' };
const UNSIGNED = { status: 401, code: 'id_token_unsigned' };

let google: GoogleIssuer;
let now: number;
let provider: Provider;
beforeEach(async () => {
  now = 1_800_000_000_000;
  google = await createGoogleIssuer(() => now);
  provider = createGoogleProvider({ clientId: GOOGLE_CLIENT, fetch: google.fetch, now: () => now });
});

async function signIn(spoilt: Spoilt = {}): Promise<unknown> {
  const nonce = newNonce();
  return provider.verify(await google.idToken('ada@gmail.com', nonceClaim(nonce), spoilt), nonce);
}
let invented = 0;
const madeUp = (): Promise<unknown> => signIn({ header: { kid: `made-up-${(invented += 1)}` } });
const silence = (): void => google.answer(() => Promise.reject(new TypeError('fetch failed')));

/** Makes Google publish one more key, and sign with it. */
async function newKey(): Promise<Spoilt> {
  const pair = await generateKeyPair('RS256', { extractable: true });
  const kid = 'google-2';
  const published = { ...(await exportJWK(pair.publicKey)), kid, alg: 'RS256', use: 'sig' };
  const known = { ...google.publicJwk, kid: 'google-1', alg: 'RS256', use: 'sig' };
  google.answer(async () => Response.json({ keys: [known, published] }));
  return { header: { kid }, key: pair.privateKey };
}

describe('a silent provider', () => {
  it('keeps out nobody with a known key for six hours; then the error names the provider', async () => {
    await signIn();
    silence();
    for (const age of [KEYS_MS - 1, KEYS_MS, KEYS_TRUSTED_MS - 1]) {
      now = 1_800_000_000_000 + age;
      await expect(signIn()).resolves.toMatchObject({ email: 'ada@gmail.com' });
    }
    now = 1_800_000_000_000 + KEYS_TRUSTED_MS;
    await expect(signIn()).rejects.toMatchObject(SILENT);
    google.answer(null);
    now += KEYS_RETRY_SECONDS * 1000;
    await expect(signIn()).resolves.toBeDefined();
  });

  it('is asked once per period for which callers are told to wait, whatever they send', async () => {
    silence();
    for (let round = 1; round <= 3; round += 1) {
      for (let count = 0; count < 5; count += 1) {
        await expect(signIn()).rejects.toMatchObject(SILENT);
        await expect(madeUp()).rejects.toMatchObject(SILENT);
      }
      expect(google.asked).toHaveLength(round);
      now += KEYS_RETRY_SECONDS * 1000;
    }
  });

  it('leads to no refusal of a key that may just have been published', async () => {
    await signIn();
    silence();
    now += UNKNOWN_KEY_MS;
    for (let count = 0; count < 5; count += 1) await expect(madeUp()).rejects.toMatchObject(SILENT);
    expect(google.asked).toHaveLength(2);
    // Made-up names have no effect on known keys.
    await expect(signIn()).resolves.toBeDefined();
  });
});

describe('made-up names of keys', () => {
  it('cause one request to the provider per cool-down, however many they are', async () => {
    await signIn();
    for (let round = 1; round <= 3; round += 1) {
      for (let count = 0; count < 20; count += 1) await expect(madeUp()).rejects.toMatchObject(UNSIGNED);
      await Promise.allSettled(Array.from({ length: 20 }, madeUp));
      expect(google.asked).toHaveLength(round);
      now += UNKNOWN_KEY_MS;
    }
  });

  it('keep nobody with a new key out for longer than the cool-down', async () => {
    await signIn();
    const fresh = await newKey();
    const began = now;
    // One made-up name every second, each just before the person tries.
    while (now < began + UNKNOWN_KEY_MS) {
      await expect(madeUp()).rejects.toMatchObject(UNSIGNED);
      await expect(signIn(fresh)).rejects.toMatchObject(UNSIGNED);
      now += 1_000;
    }
    await expect(madeUp()).rejects.toMatchObject(UNSIGNED);
    await expect(signIn(fresh)).resolves.toBeDefined();
    expect(google.asked).toHaveLength(2);
  });
});
