import { z } from 'zod';
import { CLOCK_SKEW_SECONDS, checkIdToken } from './id-token.ts';
import type { IdTokenRules } from './id-token.ts';

/** The claims of an anonymous sign-in, beyond those of every ID token. */
const anonymousClaims = z.object({
  sub: z.string(),
  auth_time: z.number(),
  firebase: z.object({ sign_in_provider: z.literal('anonymous') }),
});

/**
 * Checks an ID token as Firebase prescribes (firebase.google.com/docs/auth/admin/verify-id-tokens), and that it is from
 * an anonymous sign-in, which is all that an upload needs.
 *
 * @returns the identity's id; null when the token is wrong
 * @throws the reason why the keys are not available
 */
export async function verifyAnonymous(
  idToken: string,
  rules: Omit<IdTokenRules, 'algorithm'>,
): Promise<string | null> {
  const checked = await checkIdToken(idToken, { ...rules, algorithm: 'RS256' });
  if ('fault' in checked) return null;
  const { success, data } = anonymousClaims.safeParse(checked.claims);
  if (!success) return null;
  return data.auth_time > rules.now() / 1000 + CLOCK_SKEW_SECONDS ? null : data.sub;
}
