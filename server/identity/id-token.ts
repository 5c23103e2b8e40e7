import { decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';

/** How far the issuer's clock may be ahead of ours. Seconds. */
export const CLOCK_SKEW_SECONDS = 60;

/** Why an ID token is refused. `unsigned`: by none of the issuer's keys, or not in its way. */
export type IdTokenFault = 'expired' | 'audience' | 'unsigned' | 'invalid';

export interface IdTokenRules {
  /** The token names one of these. */
  issuers: readonly string[];
  audience: string;
  /** Never `none`: the official Firebase emulator's tokens are unsigned. */
  algorithm: 'RS256' | 'ES256';
  keys: JWTVerifyGetKey;
  /** How long after its end a token is still taken, for clocks that differ. Seconds; none when left out. */
  graceSeconds?: number;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/**
 * Checks what every OpenID Connect ID token must meet (OpenID Connect Core 3.1.3.7): signed by a published key of the
 * issuer, for us and for nobody else, in force, and issued by now. What else it must say is the caller's to check.
 *
 * @throws whatever kept the keys from being had
 */
export async function checkIdToken(
  idToken: string,
  rules: IdTokenRules,
): Promise<{ claims: JWTPayload } | { fault: IdTokenFault }> {
  const { issuers, audience, algorithm, keys, graceSeconds = 0, now } = rules;
  const time = now();
  const plain = plainFault(idToken, rules);
  if (plain !== null) return { fault: plain };
  try {
    const { payload } = await jwtVerify(idToken, keys, {
      issuer: [...issuers],
      audience,
      algorithms: [algorithm],
      currentDate: new Date(time),
      clockTolerance: graceSeconds,
      requiredClaims: ['exp', 'iat', 'sub'],
    });
    // `jwtVerify` is content with an audience among others, and with a token from the future.
    if (payload.aud !== audience) return { fault: 'audience' };
    const early = (payload.iat ?? Infinity) > time / 1000 + CLOCK_SKEW_SECONDS;
    return early || payload.sub === '' ? { fault: 'invalid' } : { claims: payload };
  } catch (error) {
    const fault = faultOf(error);
    if (fault === null) throw error;
    return { fault };
  }
}

/**
 * What is wrong with a token that decoding it alone tells: such a one costs no signature, and makes nobody be asked for
 * keys. Null says nothing in its favour.
 */
function plainFault(
  idToken: string,
  { issuers, audience, algorithm, graceSeconds = 0, now }: IdTokenRules,
): IdTokenFault | null {
  try {
    if (decodeProtectedHeader(idToken).alg !== algorithm) return 'unsigned';
    const { iss = '', aud, exp } = decodeJwt(idToken);
    if (!issuers.includes(iss)) return 'invalid';
    if (aud !== audience) return 'audience';
    if (typeof exp !== 'number') return 'invalid';
    return exp <= now() / 1000 - graceSeconds ? 'expired' : null;
  } catch {
    // No JWT: `jose` has no other complaint about what it cannot decode.
    return 'invalid';
  }
}

/** What is wrong with the token itself; null when the keys to judge it could not be had. */
function faultOf(error: unknown): IdTokenFault | null {
  if (error instanceof errors.JWTExpired) return 'expired';
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.claim === 'aud' ? 'audience' : 'invalid';
  }
  if (
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys
  ) {
    return 'unsigned';
  }
  return error instanceof errors.JOSEError ? 'invalid' : null;
}
