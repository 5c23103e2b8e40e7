/** What a page sends to sign somebody in and to be allowed to read, for who is at home at `edge.ts`. */
import type { ReadingRequest, SignInRequest } from '../../../worker/contract.ts';

export const ADDRESS = 'robin.keller@mail.example';

/** The secret of every sign-in here. */
const NONCE = 'nonce-of-the-sign-in-0001';

const CODE = { provider: 'demo', codeVerifier: 'verifier', redirectUri: 'http://localhost/' } as const;

/** What a page sends after the consent pages of the demo provider: for who the person is, and for reading. */
export const SIGN_IN: SignInRequest = { ...CODE, code: 'code-for-id-token', nonce: NONCE };
export const READING: ReadingRequest = { ...CODE, code: 'code-for-reading' };

/** What a page sends once Google has said who the person is. */
export function googleSignIn(address: string): SignInRequest {
  return { provider: 'google', idToken: idTokenOf(address), nonce: NONCE };
}

/** What a page sends once Google has granted reading with this token. */
export function googleReading(token: string): ReadingRequest {
  const scope = 'https://www.googleapis.com/auth/gmail.readonly';
  const expires_at = Date.now() + 3_600_000;
  const grant = { access_token: token, token_type: 'Bearer', scope, expires_at, provider: 'google' } as const;
  return { provider: 'google', grant };
}

/** An ID token as the device reads it; the server that checks signatures is not played here. */
export function idTokenOf(email: string): string {
  return `${part({ alg: 'none' })}.${part({ iss: 'https://provider.example', sub: email, email })}.signature`;
}

/** A part of an unsigned token, as the identity service makes them in emulator mode too. */
export function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
