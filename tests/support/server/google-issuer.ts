/** Google as a server sees it: published keys at the network edge, and ID tokens signed with them. */
import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import type { CryptoKey, JWK, JWTHeaderParameters } from 'jose';
import type { IssueIdToken } from './sign-in.ts';

export const GOOGLE_CLIENT = '123-abc.apps.googleusercontent.com';
const CERTS = 'https://www.googleapis.com/oauth2/v3/certs';
const KEY_ID = 'google-1';

/** Changes to a good token; undefined removes a claim. */
export interface Spoilt {
  claims?: Record<string, unknown>;
  header?: Partial<JWTHeaderParameters>;
  key?: CryptoKey | Uint8Array;
}

export interface GoogleIssuer {
  /** The network edge; it has only the published keys. */
  fetch: typeof fetch;
  /** The requests so far. */
  asked: string[];
  /** What the next requests get instead of the keys; null restores the keys. */
  answer(instead: (() => Promise<Response>) | null): void;
  publicJwk: JWK;
  /** The ID token of a person at gmail.com, or of the one in `claims`. */
  idToken(email: string, nonce: string, spoilt?: Spoilt): Promise<string>;
  issue: IssueIdToken;
}

/** @param now milliseconds since the epoch */
export async function createGoogleIssuer(now: () => number = Date.now): Promise<GoogleIssuer> {
  const pair = await generateKeyPair('RS256', { extractable: true });
  const publicJwk = await exportJWK(pair.publicKey);
  // Google always publishes more than one.
  const second = await exportJWK((await generateKeyPair('RS256', { extractable: true })).publicKey);
  const keys = [
    { ...second, kid: 'google-0', alg: 'RS256', use: 'sig' },
    { ...publicJwk, kid: KEY_ID, alg: 'RS256', use: 'sig' },
  ];
  const asked: string[] = [];
  let instead: (() => Promise<Response>) | null = null;

  const idToken: GoogleIssuer['idToken'] = (email, nonce, { claims = {}, header = {}, key } = {}) => {
    const issuedAt = Math.floor(now() / 1000);
    return new SignJWT({
      iss: 'https://accounts.google.com',
      azp: GOOGLE_CLIENT,
      aud: GOOGLE_CLIENT,
      sub: `google-${email}`,
      email,
      email_verified: true,
      nonce,
      nbf: issuedAt - 300,
      iat: issuedAt,
      exp: issuedAt + 3600,
      jti: crypto.randomUUID(),
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS256', kid: KEY_ID, typ: 'JWT', ...header })
      .sign(key ?? pair.privateKey);
  };
  return {
    asked,
    publicJwk,
    idToken,
    issue: (email, nonce) => idToken(email, nonce),
    answer: (other) => {
      instead = other;
    },
    fetch: async (input, init) => {
      const { url } = new Request(input, init);
      asked.push(url);
      if (instead !== null) return instead();
      return url === CERTS ? Response.json({ keys }) : new Response(null, { status: 404 });
    },
  };
}
