import { createRemoteJWKSet, customFetch } from 'jose';
import type { JWTVerifyGetKey } from 'jose';

/** Keys are read again after this time; Google publishes new ones hours before it signs with them. Milliseconds. */
const KEYS_MS = 600_000;
/** A key that is not known is looked for at most this often, whoever makes names up. Milliseconds. */
const UNKNOWN_KEY_MS = 30_000;
/** Google answers in tens of milliseconds. */
const TIMEOUT_MS = 5_000;

/** Seconds after which a caller may try again when the keys cannot be had. */
export const KEYS_RETRY_SECONDS = 5;

/**
 * An issuer's published keys (RFC 7517), asked for when they are first needed and kept.
 *
 * @param send the network edge
 */
export function publishedKeys(url: string, send: typeof fetch): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(url), {
    [customFetch]: send,
    cacheMaxAge: KEYS_MS,
    cooldownDuration: UNKNOWN_KEY_MS,
    timeoutDuration: TIMEOUT_MS,
  });
}
