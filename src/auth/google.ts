/** What Google's sign-in answers, and how it is asked (Google Identity Services, the token model). */
import * as z from 'zod/mini';
import type { ProviderToken } from '../../worker/contract.ts';
import { missingScopes, type SignInPurpose } from './scopes.ts';

const answerSchema = z.object({
  access_token: z.string().check(z.minLength(1)),
  scope: z.string(),
  /** Seconds; Google's reference has a number here, other writings of it a string. */
  expires_in: z.coerce.number().check(z.positive()),
});

/** The token of an answer, with its expiry made absolute; null when the answer holds none that can be used. */
export function tokenOf(answer: unknown, now: number): ProviderToken | null {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) return null;
  const { access_token, scope, expires_in } = parsed.data;
  return { access_token, token_type: 'Bearer', scope, expires_at: now + expires_in * 1000 };
}

/**
 * What Google's window begins with: the choice of an account for somebody new; the list of what is asked for
 * somebody who left something out, since it is not shown again by itself; nothing for a token that ran out.
 */
export function promptFor(
  token: ProviderToken | null,
  purpose: SignInPurpose,
): 'select_account' | 'consent' | '' {
  if (token === null) return 'select_account';
  return missingScopes(token.scope, purpose).length > 0 ? 'consent' : '';
}
