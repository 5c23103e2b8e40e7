/**
 * Sign-in at the demo provider: a redirect to its consent page and back, with PKCE and state (brief of the
 * provider: DESIGN 7 "Demo mailbox"). The verifier waits in sessionStorage; no token ever stands in a URL.
 */
import * as z from 'zod/mini';
import type { SignInRequest } from '../../worker/contract.ts';
import { challengeOf, randomSecret } from './pkce.ts';
import { scopesFor, type SignInPurpose } from './scopes.ts';

const CLIENT_ID = 'waystamp-demo';
const PENDING_KEY = 'pending-sign-in';

/** What the person was about to do when the sign-in came between. */
export type AfterSignIn = 'scan' | 'resume' | 'compare';

const pendingSchema = z.object({
  verifier: z.string(),
  state: z.string(),
  redirectUri: z.string(),
  purpose: z.enum(['mailbox', 'account']),
  after: z.enum(['scan', 'resume', 'compare']),
});
type Pending = z.infer<typeof pendingSchema>;

/** What came back from the consent page. */
export type DemoReturn =
  | { kind: 'none' }
  | { kind: 'granted'; request: SignInRequest; purpose: SignInPurpose; after: AfterSignIn }
  /** The person pressed Cancel there. */
  | { kind: 'declined'; after: AfterSignIn }
  /** The answer does not belong to a sign-in that this tab began. */
  | { kind: 'foreign' }
  | { kind: 'failed'; reason: string };

/** The parts of the browser that a redirect needs; tests bring their own. */
export interface RedirectPorts {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  origin: string;
}

/** Prepares a sign-in and answers with the address of the consent page to go to. */
export async function beginDemoSignIn(
  { storage, origin }: RedirectPorts,
  purpose: SignInPurpose,
  after: AfterSignIn,
): Promise<string> {
  const pending: Pending = {
    verifier: randomSecret(),
    state: randomSecret(),
    redirectUri: `${origin}/`,
    purpose,
    after,
  };
  storage.setItem(PENDING_KEY, JSON.stringify(pending));
  const consent = new URL('/demo/consent', origin);
  consent.search = new URLSearchParams({
    client_id: CLIENT_ID,
    redirect_uri: pending.redirectUri,
    response_type: 'code',
    scope: scopesFor(purpose).join(' '),
    state: pending.state,
    code_challenge: await challengeOf(pending.verifier),
    code_challenge_method: 'S256',
  }).toString();
  return consent.href;
}

/**
 * Reads the answer of the consent page from the address bar's query. What was pending is used up by it,
 * whatever it says. The caller cleans the address bar whenever the answer is not `none`.
 */
export function finishDemoSignIn({ storage }: Pick<RedirectPorts, 'storage'>, query: string): DemoReturn {
  const answer = new URLSearchParams(query);
  const code = answer.get('code');
  const error = answer.get('error');
  if (code === null && error === null) return { kind: 'none' };

  const pending = takePending(storage);
  if (pending === null || answer.get('state') !== pending.state) return { kind: 'foreign' };
  const { after, purpose } = pending;
  if (error === 'access_denied') return { kind: 'declined', after };
  if (code === null) return { kind: 'failed', reason: error ?? 'no code' };
  const { verifier: codeVerifier, redirectUri } = pending;
  return { kind: 'granted', request: { provider: 'demo', code, codeVerifier, redirectUri }, purpose, after };
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
