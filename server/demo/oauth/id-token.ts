import { createECDH, hkdfSync } from 'node:crypto';
import { SignJWT, createLocalJWKSet, importJWK } from 'jose';
import type { JWK, JWTVerifyGetKey } from 'jose';
import { DEMO_CLIENT_ID } from './access-token.ts';

export const DEMO_ISSUER = 'urn:waystamp:demo';
const ALGORITHM = 'ES256';
const KEY_ID = 'demo-1';
/** As Google's tokens. Seconds. */
const ID_TOKEN_SECONDS = 3600;

/** The order of P-256's group (FIPS 186-5, SP 800-186 3.2.1.3). */
const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** 128 bits more than the order, so that the remainder favours no key (FIPS 186-5 A.2.1). */
const KEY_SEED_BYTES = 48;
const COORDINATE_BYTES = 32;

/** The person who signed in, with what they agreed to share. */
export interface DemoPerson {
  email: string;
  name: string | null;
}

/** What a verifier needs to know about the demo's ID tokens. */
export interface DemoIdTokenRules {
  issuer: string;
  algorithm: 'ES256';
  keys: JWTVerifyGetKey;
}

/** The demo provider's ID tokens (OpenID Connect Core 2). */
export interface IdTokens extends DemoIdTokenRules {
  /** @param nonce the `nonce` claim, as requested by the app */
  issue(person: DemoPerson, nonce: string): Promise<{ token: string; expiresInSeconds: number }>;
  /** The public key, for `/demo/jwks.json` (RFC 7517). */
  publicKeys: { keys: JWK[] };
}

/**
 * ID tokens with a key pair derived from the server's secret, so that every copy of the server has the same.
 *
 * @param now the time in milliseconds, for tests
 */
export function createIdTokens(secret: Uint8Array, now: () => number): IdTokens {
  const { d, ...point } = deriveKey(secret);
  const publicJwk: JWK = { ...point, kid: KEY_ID, alg: ALGORITHM, use: 'sig' };
  const privateKey = importJWK({ ...point, d }, ALGORITHM);
  const publicKeys = { keys: [publicJwk] };
  return {
    issuer: DEMO_ISSUER,
    algorithm: ALGORITHM,
    keys: createLocalJWKSet(publicKeys),
    publicKeys,
    async issue({ email, name }, nonce) {
      const issuedAt = Math.floor(now() / 1000);
      const token = await new SignJWT({
        email,
        email_verified: true,
        nonce,
        ...(name === null ? {} : { name }),
      })
        .setProtectedHeader({ alg: ALGORITHM, kid: KEY_ID, typ: 'JWT' })
        .setIssuer(DEMO_ISSUER)
        .setAudience(DEMO_CLIENT_ID)
        .setSubject(`demo-${email}`)
        .setJti(crypto.randomUUID())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + ID_TOKEN_SECONDS)
        .sign(await privateKey);
      return { token, expiresInSeconds: ID_TOKEN_SECONDS };
    },
  };
}

function deriveKey(secret: Uint8Array): { kty: 'EC'; crv: 'P-256'; x: string; y: string; d: string } {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'waystamp demo id token v1', KEY_SEED_BYTES));
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (P256_ORDER - 1n)) + 1n;
  const d = Buffer.from(scalar.toString(16).padStart(2 * COORDINATE_BYTES, '0'), 'hex');
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(d);
  // 4, x, y (SEC 1 2.3.3).
  const point = ecdh.getPublicKey();
  const x = point.subarray(1, 1 + COORDINATE_BYTES).toString('base64url');
  const y = point.subarray(1 + COORDINATE_BYTES).toString('base64url');
  return { kty: 'EC', crv: 'P-256', x, y, d: d.toString('base64url') };
}
