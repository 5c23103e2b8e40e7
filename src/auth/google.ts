/** What Google answers, and how it is asked: Google Identity Services, its button for who the person is, its token client for reading mail. */
import * as z from 'zod/mini';
import type { MailGrant } from '../../worker/contract.ts';
import { challengeOf, randomSecret } from './pkce.ts';
import { missingScopes } from './scopes.ts';

const answerSchema = z.object({
  access_token: z.string().check(z.minLength(1)),
  scope: z.string(),
  /** Seconds; Google's reference has a number here, other writings of it a string. */
  expires_in: z.coerce.number().check(z.positive()),
});

/** The grant of an answer, with its expiry made absolute; null when the answer holds none that can be used. */
export function grantOf(answer: unknown, now: number): MailGrant | null {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) return null;
  const { access_token, scope, expires_in } = parsed.data;
  return {
    access_token,
    token_type: 'Bearer',
    scope,
    expires_at: now + expires_in * 1000,
    provider: 'google',
  };
}

/** A secret of one sign-in, and what Google puts into the ID token for it: whoever sees the token cannot use it. */
export interface Nonce {
  secret: string;
  /** base64url of the secret's SHA-256. */
  hash: string;
}

export async function newNonce(): Promise<Nonce> {
  const secret = randomSecret();
  return { secret, hash: await challengeOf(secret) };
}

/**
 * What Google's window begins with: the list of what is asked for somebody who left something out, since it is not
 * shown again by itself; else what Google finds fit.
 */
export function promptFor(grant: MailGrant | null): 'consent' | '' {
  return grant !== null && missingScopes(grant.scope).length > 0 ? 'consent' : '';
}

/**
 * Tells Google's token client whose mailbox is meant. Google's reference calls it `login_hint`; the library's types
 * still have its former name.
 */
export function accountHint(address: string): { login_hint: string; hint: string } {
  return { login_hint: address, hint: address };
}
