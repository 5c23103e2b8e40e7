/** Signs people in at a test server: an ID token for an address, and a session for it. */
import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { createIdTokens } from '../../../server/demo/oauth/id-token.ts';
import { jsonPost } from './api-calls.ts';
import type { Reachable } from './harness.ts';

export const SECRET = 'a secret of the tests, at least 32 characters';

type Server = Pick<Reachable, 'request'>;

/** An ID token, and the nonce that it needs. */
export interface SignedIdToken {
  idToken: string;
  nonce: string;
}

/** Makes an ID token of a provider for any address. */
export type IssueIdToken = (email: string, nonce: string) => Promise<string>;

/** What `POST /api/session` answers. */
export interface OpenedSession {
  token: string;
  expiresAt: number;
  user: { id: string; email: string };
}

/** The key from which test servers derive the demo provider's. */
export function demoKey(): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', SECRET, '', 'waystamp demo v1', 32));
}

/** ID tokens as the demo provider issues them, but for any address. */
export function demoIdTokens(now: () => number = Date.now): IssueIdToken {
  const idTokens = createIdTokens(demoKey(), now);
  return async (email, nonce) => (await idTokens.issue({ email, name: null }, nonce)).token;
}

export function newNonce(): string {
  return randomBytes(32).toString('base64url');
}

/** The `nonce` claim for a nonce. */
export function nonceClaim(nonce: string): string {
  return createHash('sha256').update(nonce).digest('base64url');
}

export async function idTokenFor(email: string, issue: IssueIdToken): Promise<SignedIdToken> {
  const nonce = newNonce();
  return { nonce, idToken: await issue(email, nonceClaim(nonce)) };
}

export function postSession(
  server: Server,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return server.request('/api/session', jsonPost(null, body, headers));
}

/**
 * Opens a session.
 *
 * @throws when it was refused
 */
export async function openSession(
  server: Server,
  email: string,
  issue: IssueIdToken = demoIdTokens(),
): Promise<OpenedSession> {
  const answer = await postSession(server, await idTokenFor(email, issue));
  if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as OpenedSession;
}

/** Signs each address in once, as a device does, and again after its session expired. */
export function signedInOnce(
  server: Server,
  now: () => number = Date.now,
  issue: IssueIdToken = demoIdTokens(now),
): (email: string) => Promise<string> {
  const sessions = new Map<string, Promise<OpenedSession>>();
  return async (email) => {
    const known = await sessions.get(email);
    if (known !== undefined && known.expiresAt > now()) return known.token;
    const opened = openSession(server, email, issue);
    sessions.set(email, opened);
    // The next call tries again.
    opened.catch(() => sessions.delete(email));
    return (await opened).token;
  };
}
