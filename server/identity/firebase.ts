import type { Identity } from './contract.ts';
import { Refusal } from '../web/refusal.ts';
import { verifyAnonymous } from './anonymous.ts';
import { KEYS_RETRY_SECONDS, publishedKeys } from './published-keys.ts';

/** Where Google publishes the keys of Firebase's ID tokens (firebase.google.com/docs/auth/admin/verify-id-tokens). */
const GOOGLE_JWKS =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

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
  const { keys } = publishedKeys(jwksUrl, send, now);
  const issuers = [`https://securetoken.google.com/${projectId}`];
  return {
    async verify(idToken) {
      try {
        return await verifyAnonymous(idToken, { issuers, audience: projectId, keys, now });
      } catch (cause) {
        throw new Refusal(503, 'The identity service did not answer. Please try again in a moment.', {
          retryAfter: KEYS_RETRY_SECONDS,
          cause,
        });
      }
    },
  };
}
