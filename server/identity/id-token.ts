import { errors, jwtVerify } from 'jose';
import type { JWTVerifyGetKey } from 'jose';
import { z } from 'zod';

/** How far the issuer's clock may be ahead of ours. Seconds. */
const CLOCK_SKEW_SECONDS = 60;

/** What an anonymous sign-in's token says, beside what `jwtVerify` checks. */
const anonymousClaims = z.object({
  sub: z.string().min(1),
  iat: z.number(),
  auth_time: z.number(),
  firebase: z.object({ sign_in_provider: z.literal('anonymous') }),
});

export interface IdTokenRules {
  issuer: string;
  audience: string;
  keys: JWTVerifyGetKey;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/**
 * Checks an ID token as Firebase asks (firebase.google.com/docs/auth/admin/verify-id-tokens): RS256 by a published
 * key, our project, in force, issued and signed in by now; and of an anonymous sign-in, which is all that an upload
 * needs (DESIGN 7, Identity).
 *
 * @returns the identity's id; null when the token is at fault
 * @throws what kept the keys from being had
 */
export async function verifyIdToken(
  idToken: string,
  { issuer, audience, keys, now }: IdTokenRules,
): Promise<string | null> {
  const time = now();
  let claims: unknown;
  try {
    const { payload } = await jwtVerify(idToken, keys, {
      issuer,
      audience,
      // Never `none`: the official emulator's tokens are unsigned.
      algorithms: ['RS256'],
      currentDate: new Date(time),
      requiredClaims: ['exp'],
    });
    claims = payload;
  } catch (error) {
    if (isVerdict(error)) return null;
    throw error;
  }
  const { success, data } = anonymousClaims.safeParse(claims);
  if (!success) return null;
  const latest = time / 1000 + CLOCK_SKEW_SECONDS;
  return data.iat > latest || data.auth_time > latest ? null : data.sub;
}

/** True when the token itself is wrong; false when the keys to judge it could not be had. */
function isVerdict(error: unknown): boolean {
  return (
    error instanceof errors.JOSEError &&
    !(error instanceof errors.JWKSTimeout) &&
    !(error instanceof errors.JWKSInvalid) &&
    // An answer that is no key set at all has no code of its own.
    error.code !== errors.JOSEError.code
  );
}
