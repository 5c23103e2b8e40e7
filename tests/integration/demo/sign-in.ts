import { createHash, randomBytes } from 'node:crypto';
import type { Demo } from '../../../server/demo/index.ts';

export const ORIGIN = 'http://localhost';
export const REDIRECT_URI = `${ORIGIN}/welcome`;
export const GMAIL_READONLY = 'https://www.googleapis.com/auth/gmail.readonly';
export const ALL_SCOPES = ['email', 'profile', GMAIL_READONLY];

/** A PKCE pair, made as an app makes it (RFC 7636). */
export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The parameters with which an app opens the consent page. */
export function consentRequest(challenge: string, changes: Record<string, string> = {}): URLSearchParams {
  return new URLSearchParams({
    client_id: 'waystamp-demo',
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: ALL_SCOPES.join(' '),
    state: 'some state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  });
}

/** The parameters with which an app asks who the person is. */
export function signInRequest(challenge: string, changes: Record<string, string> = {}): URLSearchParams {
  return consentRequest(challenge, { scope: 'openid email profile', nonce: 'the nonce claim', ...changes });
}

/** What the form of the consent page sends. */
export async function decide(
  demo: Demo,
  request: URLSearchParams,
  decision: 'allow' | 'cancel',
  grant: readonly string[] = ALL_SCOPES,
  headers: Record<string, string> = { Origin: ORIGIN },
): Promise<Response> {
  const form = new URLSearchParams(request);
  form.set('decision', decision);
  for (const scope of grant) form.append('grant', scope);
  return demo.routes.request('/demo/consent', { method: 'POST', body: form, headers });
}

/** The parameters in the address to which an answer redirects. */
export function returned(response: Response): URLSearchParams {
  return new URL(response.headers.get('location') ?? '', ORIGIN).searchParams;
}

export async function exchange(
  demo: Demo,
  code: string,
  verifier: string,
  changes: Record<string, string> = {},
): Promise<Response> {
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: REDIRECT_URI,
    client_id: 'waystamp-demo',
    ...changes,
  });
  return demo.routes.request('/demo/token', { method: 'POST', body: form });
}

/** The second step: consent and exchange. Returns the access token. */
export async function signIn(demo: Demo, scopes: readonly string[] = ALL_SCOPES): Promise<string> {
  const { verifier, challenge } = pkce();
  const allowed = await decide(demo, consentRequest(challenge), 'allow', scopes);
  const answer = await exchange(demo, returned(allowed).get('code') ?? '', verifier);
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return token;
}

/** The first step: consent and exchange. Returns the ID token. */
export async function identify(demo: Demo, changes: Record<string, string> = {}): Promise<string> {
  const { verifier, challenge } = pkce();
  const allowed = await decide(demo, signInRequest(challenge, changes), 'allow', []);
  const answer = await exchange(demo, returned(allowed).get('code') ?? '', verifier);
  return ((await answer.json()) as { id_token: string }).id_token;
}

/** A call to the provider with a token. */
export async function call(demo: Demo, path: string, token: string): Promise<Response> {
  return demo.routes.request(path, { headers: { Authorization: `Bearer ${token}` } });
}
