/**
 * Sign-in at the demo provider: a redirect to its consent page and back, with PKCE and state, once for the person's
 * identity and once for reading their mail. The secrets wait in sessionStorage; no token is ever part of a URL.
 */
import * as z from 'zod/mini';
import type { DemoCode, SignInRequest } from '../../worker/contract.ts';
import { challengeOf, randomSecret } from './pkce.ts';
import { IDENTITY_SCOPES, MAILBOX_SCOPES, type SignInPurpose } from './scopes.ts';

const CLIENT_ID = 'waystamp-demo';
const PENDING_KEY = 'pending-sign-in';

/**
 * What the person was doing when the sign-in came up. `compare` continues with the requested comparison; after a failed
 * one they return to where they can start the next.
 */
export type AfterSignIn = 'scan' | 'resume' | 'compare' | 'stamps' | 'result' | 'shown';

/** The request to the provider: the person's identity, or permission to read the mail of this address. */
export type DemoAsk =
  | { step: 'sign-in'; purpose: SignInPurpose; after: AfterSignIn }
  | { step: 'reading'; address: string; after: AfterSignIn };

const redirect = { verifier: z.string(), state: z.string(), redirectUri: z.string() };
const after = z.enum(['scan', 'resume', 'compare', 'stamps', 'result', 'shown']);
const pendingSchema = z.discriminatedUnion('step', [
  z.object({
    ...redirect,
    step: z.literal('sign-in'),
    nonce: z.string(),
    purpose: z.enum(['mailbox', 'account']),
    after,
  }),
  z.object({ ...redirect, step: z.literal('reading'), after }),
]);
type Pending = z.infer<typeof pendingSchema>;

/** The answer of the consent page. */
export type DemoReturn =
  | { kind: 'none' }
  | { kind: 'signed-in'; request: SignInRequest; purpose: SignInPurpose; after: AfterSignIn }
  | { kind: 'reading'; request: DemoCode; after: AfterSignIn }
  /** The person pressed Cancel there. */
  | { kind: 'declined'; step: DemoAsk['step']; after: AfterSignIn }
  /** The answer belongs to no sign-in of this tab. */
  | { kind: 'foreign' }
  /** The provider's error code; null when it sent none, and no code for a token either. */
  | { kind: 'failed'; reason: string | null };

/** The parts of the browser that a redirect needs; tests bring their own. */
export interface RedirectPorts {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  origin: string;
}

/** Prepares a redirect and returns the consent page's address. */
export async function beginAtDemo({ storage, origin }: RedirectPorts, ask: DemoAsk): Promise<string> {
  const common = {
    verifier: randomSecret(),
    state: randomSecret(),
    redirectUri: `${origin}/`,
    after: ask.after,
  };
  const nonce = randomSecret();
  const pending: Pending =
    ask.step === 'sign-in'
      ? { ...common, step: ask.step, nonce, purpose: ask.purpose }
      : { ...common, step: ask.step };
  storage.setItem(PENDING_KEY, JSON.stringify(pending));
  const consent = new URL('/demo/consent', origin);
  consent.search = new URLSearchParams({
    client_id: CLIENT_ID,
    redirect_uri: pending.redirectUri,
    response_type: 'code',
    state: pending.state,
    code_challenge: await challengeOf(pending.verifier),
    code_challenge_method: 'S256',
    ...(ask.step === 'sign-in'
      ? { scope: IDENTITY_SCOPES.join(' '), nonce: await challengeOf(nonce) }
      : { scope: MAILBOX_SCOPES.join(' '), login_hint: ask.address }),
  }).toString();
  return consent.href;
}

/**
 * Reads the consent page's answer from the address bar's query. Any answer ends the pending sign-in. The caller cleans
 * the address bar unless the answer is `none`.
 */
export function finishAtDemo({ storage }: Pick<RedirectPorts, 'storage'>, query: string): DemoReturn {
  const answer = new URLSearchParams(query);
  const code = answer.get('code');
  const error = answer.get('error');
  if (code === null && error === null) return { kind: 'none' };

  const pending = takePending(storage);
  if (pending === null || answer.get('state') !== pending.state) return { kind: 'foreign' };
  if (error === 'access_denied') return { kind: 'declined', step: pending.step, after: pending.after };
  if (code === null) return { kind: 'failed', reason: error };
  const { verifier: codeVerifier, redirectUri } = pending;
  const request: DemoCode = { provider: 'demo', code, codeVerifier, redirectUri };
  if (pending.step === 'reading') return { kind: 'reading', request, after: pending.after };
  const { nonce, purpose } = pending;
  return { kind: 'signed-in', request: { ...request, nonce }, purpose, after: pending.after };
}

function takePending(storage: Pick<Storage, 'getItem' | 'removeItem'>): Pending | null {
  const saved = storage.getItem(PENDING_KEY);
  storage.removeItem(PENDING_KEY);
  try {
    const parsed = pendingSchema.safeParse(JSON.parse(saved ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
