import { z } from 'zod';
import { DEMO_CLIENT_ID } from './access-token.ts';
import { readScopes } from './scopes.ts';
import type { Scope } from './scopes.ts';

/**
 * An application's request to the person (RFC 6749 section 4.1.1, RFC 7636 section 4.3): to sign in (OpenID Connect
 * Core 3.1.2.1), or for access to the mailbox.
 */
export interface AuthorizationRequest {
  redirectUri: string;
  scopes: Scope[];
  state: string;
  codeChallenge: string;
  /** The nonce for a sign-in's ID token; null for a request for access. */
  nonce: string | null;
}

/**
 * `unsafe`: the return address is not safe, so the person is told and sent nowhere. `refused`: the application gets the
 * error code of RFC 6749 section 4.1.2.1.
 */
export type RequestProblem =
  | { kind: 'unsafe'; message: string }
  | {
      kind: 'refused';
      redirectUri: string;
      state: string;
      error: 'invalid_request' | 'invalid_scope' | 'unsupported_response_type';
    };

/** Longest nonce, in characters; base64url of a SHA-256 has 43. */
const MAX_NONCE = 128;
/** RFC 5321 4.5.3.1 allows 254 characters for an address. */
const MAX_HINT = 254;

const destination = z.object({
  client_id: z.literal(DEMO_CLIENT_ID),
  redirect_uri: z.url(),
  state: z.string().max(512).default(''),
});
const particulars = z.object({
  response_type: z.literal('code'),
  scope: z.string(),
  code_challenge: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  code_challenge_method: z.literal('S256'),
  nonce: z.string().min(1).max(MAX_NONCE).optional(),
  /** The expected account. Has no effect, since the demo has one person. */
  login_hint: z.string().max(MAX_HINT).optional(),
});
/** All the parameters of the consent page. */
export const authorizationQuery = destination.extend(particulars.shape);

/**
 * Validates the parameters of the consent page.
 *
 * @param origin this server's own origin, the only one to which codes are sent
 */
export function readAuthorizationRequest(
  parameters: Readonly<Record<string, unknown>>,
  origin: string,
): AuthorizationRequest | RequestProblem {
  const to = destination.safeParse(parameters);
  if (!to.success)
    return { kind: 'unsafe', message: 'The request is not complete, or comes from another app.' };
  const { redirect_uri: redirectUri, state } = to.data;
  const target = new URL(redirectUri);
  if (target.origin !== origin || target.hash !== '' || target.username !== '' || target.password !== '') {
    return { kind: 'unsafe', message: 'The request wants to return to another site.' };
  }
  const rest = particulars.safeParse(parameters);
  if (!rest.success) {
    const responseType = rest.error.issues.some((issue) => issue.path[0] === 'response_type');
    const error = responseType ? 'unsupported_response_type' : 'invalid_request';
    return { kind: 'refused', redirectUri, state, error };
  }
  const asked = readScopes(rest.data.scope);
  if (!asked) return { kind: 'refused', redirectUri, state, error: 'invalid_scope' };
  const { nonce = null, code_challenge: codeChallenge } = rest.data;
  // Without a nonce, a sign-in could be used by anyone who sees it.
  if (asked.openid !== (nonce !== null))
    return { kind: 'refused', redirectUri, state, error: 'invalid_request' };
  return { redirectUri, scopes: asked.scopes, state, codeChallenge, nonce };
}

/** The return address with further parameters. */
export function returnAddress(redirectUri: string, parameters: Record<string, string>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) if (value !== '') url.searchParams.set(name, value);
  return url.href;
}
