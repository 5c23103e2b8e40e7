import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { ProviderToken, Session } from '../contract.ts';
import { failure } from '../errors.ts';

const sessionSchema: z.ZodType<Session> = z.object({
  userId: z.string().min(1),
  email: z.email(),
  psiPublicKeysLink: z.string(),
  psiPrivateKeys: z.string(),
  googleAuthToken: z.object({
    access_token: z.string().min(1),
    token_type: z.literal('Bearer'),
    scope: z.string(),
    expires_at: z.number(),
  }),
});

/** A session as it was kept by the page; null when there is none or it is not readable. */
export function restoreSession(value: unknown): Session | null {
  const parsed = sessionSchema.safeParse(value);
  return parsed.success ? parsed.data : null;
}

/**
 * The session when its token can still be used.
 *
 * @throws AppFailure `signed_out` or `token_expired`
 */
export function signedIn(session: Session | null, clock: Clock): Session {
  if (session === null) throw failure('signed_out');
  if (isExpired(session.googleAuthToken, clock)) throw failure('token_expired');
  return session;
}

export function isExpired(token: ProviderToken, clock: Clock): boolean {
  return token.expires_at <= clock.now();
}
