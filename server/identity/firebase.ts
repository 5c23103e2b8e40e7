import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import type { JWTVerifyGetKey } from 'jose';
import type { Identity } from '../ports.ts';
import { Refusal } from '../web/refusal.ts';

/** Where Google publishes the keys of Firebase's ID tokens (firebase.google.com/docs/auth/admin/verify-id-tokens). */
const JWKS_URL = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
/** Seconds after which a caller may try again when Google's keys cannot be had. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Firebase as the identity service: verifies ID tokens of the project with Google's published keys.
 *
 * @param keys the network edge, for tests
 */
export function createFirebaseIdentity(
  projectId: string,
  keys: JWTVerifyGetKey = createRemoteJWKSet(new URL(JWKS_URL)),
): Identity {
  return {
    async verify(idToken) {
      try {
        const { payload } = await jwtVerify(idToken, keys, {
          issuer: `https://securetoken.google.com/${projectId}`,
          audience: projectId,
          // Never `none`: the emulator's tokens are unsigned.
          algorithms: ['RS256'],
          requiredClaims: ['exp', 'iat', 'sub'],
        });
        return payload.sub === undefined || payload.sub === '' ? null : payload.sub;
      } catch (error) {
        if (isVerdict(error)) return null;
        throw new Refusal(503, 'The identity service did not answer. Please try again in a moment.', {
          retryAfter: RETRY_AFTER_SECONDS,
          cause: error,
        });
      }
    },
  };
}

/** True when the token itself is wrong; false when the keys to judge it could not be had. */
function isVerdict(error: unknown): boolean {
  return (
    error instanceof errors.JOSEError &&
    !(error instanceof errors.JWKSTimeout) &&
    error.code !== errors.JOSEError.code
  );
}
