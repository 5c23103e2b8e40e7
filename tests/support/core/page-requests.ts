/** The requests with which a page signs somebody in and gets permission to read, for use with `edge.ts`. */
import type { ReadingRequest, SignInRequest } from '../../../worker/contract.ts';

export const ADDRESS = 'robin.keller@mail.example';

/** The secret of every sign-in here. */
const NONCE = 'nonce-of-the-sign-in-0001';

const CODE = { provider: 'demo', codeVerifier: 'verifier', redirectUri: 'http://localhost/' } as const;

/** The requests after the demo provider's consent pages: for the person, and for reading. */
export const SIGN_IN: SignInRequest = { ...CODE, code: 'code-for-id-token', nonce: NONCE };
export const READING: ReadingRequest = { ...CODE, code: 'code-for-reading' };

/** The request after Google has identified the person. */
export function googleSignIn(address: string): SignInRequest {
  return { provider: 'google', idToken: idTokenOf(address), nonce: NONCE };
}

/** The request after Google has granted reading with this token. */
export function googleReading(token: string): ReadingRequest {
  const scope = 'https://www.googleapis.com/auth/gmail.readonly';
  const expires_at = Date.now() + 3_600_000;
  const grant = { access_token: token, token_type: 'Bearer', scope, expires_at, provider: 'google' } as const;
  return { provider: 'google', grant };
}

/** An ID token for the device; no server checks its signature here. */
export function idTokenOf(email: string): string {
  return `${part({ alg: 'none' })}.${part({ iss: 'https://provider.example', sub: email, email })}.signature`;
}

/** A part of an unsigned token, as the identity service also makes them in emulator mode. */
export function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
