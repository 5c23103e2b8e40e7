import { createRemoteJWKSet, customFetch } from 'jose';
import type { Identity } from '../ports.ts';
import { Refusal } from '../web/refusal.ts';
import { verifyIdToken } from './id-token.ts';

/** Where Google publishes the keys of Firebase's ID tokens (firebase.google.com/docs/auth/admin/verify-id-tokens). */
const GOOGLE_JWKS =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
/** Keys are read again after this time; Google publishes new ones hours before it signs with them. Milliseconds. */
const KEYS_MS = 600_000;
/** A key that is not known is looked for at most this often, whoever makes names up. Milliseconds. */
const UNKNOWN_KEY_MS = 30_000;
/** Google answers in tens of milliseconds. */
const TIMEOUT_MS = 5_000;
/** Seconds after which a caller may try again when Google's keys cannot be had. */
const RETRY_AFTER_SECONDS = 5;

export interface FirebaseOptions {
  projectId: string;
  /** The network edge and the clock, for tests. */
  fetch?: typeof fetch;
  jwksUrl?: string;
  now?: () => number;
}

/** Firebase as the identity service: verifies ID tokens of the project with Google's published keys. */
export function createFirebaseIdentity({
  projectId,
  fetch: send = fetch,
  jwksUrl = GOOGLE_JWKS,
  now = Date.now,
}: FirebaseOptions): Identity {
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    [customFetch]: send,
    cacheMaxAge: KEYS_MS,
    cooldownDuration: UNKNOWN_KEY_MS,
    timeoutDuration: TIMEOUT_MS,
  });
  const issuer = `https://securetoken.google.com/${projectId}`;
  return {
    async verify(idToken) {
      try {
        return await verifyIdToken(idToken, { issuer, audience: projectId, keys, now });
      } catch (cause) {
        throw new Refusal(503, 'The identity service did not answer. Please try again in a moment.', {
          retryAfter: RETRY_AFTER_SECONDS,
          cause,
        });
      }
    },
  };
}
