import { decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';

/** Tolerance for an issuer's clock that is ahead of ours. Seconds. */
export const CLOCK_SKEW_SECONDS = 60;

/** Why an ID token is refused. `unsigned`: not signed by a key of the issuer with the right algorithm. */
export type IdTokenFault = 'expired' | 'audience' | 'unsigned' | 'invalid';

export interface IdTokenRules {
  /** The token must name one of these. */
  issuers: readonly string[];
  audience: string;
  /** Never `none`, although the official Firebase emulator's tokens are unsigned. */
  algorithm: 'RS256' | 'ES256';
  keys: JWTVerifyGetKey;
  /** How long an expired token is still accepted, for clocks that differ. Seconds; by default 0. */
  graceSeconds?: number;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/**
 * Checks the requirements for every OpenID Connect ID token (OpenID Connect Core 3.1.3.7): signed by a published key of
 * the issuer, for us alone, valid now, and not issued in the future. The caller checks other claims.
 *
 * @throws the reason why the keys are not available
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
    // `jwtVerify` accepts one audience among several, and a token from the future.
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
 * Faults that show by decoding alone. Such a token costs no signature check and no request for keys. Null does not mean
 * that it is good.
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
    // Not a JWT; `jose` has no more specific error for this.
    return 'invalid';
  }
}

/** The token's own fault; null when the keys for checking it were not available. */
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
