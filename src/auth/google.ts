/**
 * Google Identity Services: its button for the person's identity, its token client for reading mail, and their answers.
 */
import * as z from 'zod/mini';
import type { MailGrant } from '../../worker/contract.ts';
import { challengeOf, randomSecret } from './pkce.ts';
import { missingScopes } from './scopes.ts';

const answerSchema = z.object({
  access_token: z.string().check(z.minLength(1)),
  scope: z.string(),
  /** Seconds. Google's reference says a number, other documents a string. */
  expires_in: z.coerce.number().check(z.positive()),
});

/** The grant in an answer, with an absolute expiry; null when there is no usable one. */
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

/** A secret of one sign-in, and the hash that Google puts into the ID token: whoever sees the token cannot use it. */
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
 * How Google's window starts: with the list of permissions for somebody who left one out, since Google does not show it
 * again by itself; otherwise as Google decides.
 */
export function promptFor(grant: MailGrant | null): 'consent' | '' {
  return grant !== null && missingScopes(grant.scope).length > 0 ? 'consent' : '';
}

/**
 * Tells Google's token client which mailbox is meant. Google's reference calls it `login_hint`; the library's types
 * still have its former name.
 */
export function accountHint(address: string): { login_hint: string; hint: string } {
  return { login_hint: address, hint: address };
}
