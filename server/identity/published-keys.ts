import { createRemoteJWKSet, customFetch, errors } from 'jose';
import type { JWTVerifyGetKey } from 'jose';

/** Keys are read again after this time. Google publishes new ones hours before it uses them. Milliseconds. */
export const KEYS_MS = 600_000;
/**
 * How long keys count if they cannot be read again. Google's answers may be cached for about six hours, so a key
 * withdrawn meanwhile allows sign-ins no longer than that. Milliseconds.
 */
export const KEYS_TRUSTED_MS = 6 * 3_600_000;
/** Shortest time between two requests for unknown keys, however many names are invented. Milliseconds. */
export const UNKNOWN_KEY_MS = 30_000;
/** Time limit in milliseconds; Google answers in tens of them. */
const TIMEOUT_MS = 5_000;

/** Seconds until a caller may try again when the store does not answer. */
export const KEYS_RETRY_SECONDS = 5;

/** The issuer's keys are not available or unreadable. Says nothing about the token. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}

/**
 * Both reject with {@link KeysUnavailable}, or with jose's JWKSNoMatchingKey for a key that the issuer does not have.
 */
export interface PublishedKeys {
  /** Asks the issuer for an unknown key. */
  keys: JWTVerifyGetKey;
  /** Never asks for unknown keys; reads the keys only when they are due. */
  knownKeys: JWTVerifyGetKey;
}

/**
 * An issuer's published keys (RFC 7517), requested on first use and kept. While the issuer does not answer, known keys
 * still count for {@link KEYS_TRUSTED_MS} after they were read. For unknown keys the issuer is asked once in {@link
 * UNKNOWN_KEY_MS}, so a key just published is known after that time at the latest, whatever else is sent.
 *
 * @param send the network edge
 * @param now milliseconds since the epoch
 */
export function publishedKeys(url: string, send: typeof fetch, now: () => number): PublishedKeys {
  // The time of the next reading is decided here, because jose forgets old keys even if no new ones came, and its
  // cool-down begins only with an answer.
  const keys = createRemoteJWKSet(new URL(url), {
    [customFetch]: send,
    cacheMaxAge: Infinity,
    cooldownDuration: Infinity,
    timeoutDuration: TIMEOUT_MS,
  });
  let readAt = -Infinity;
  let askAgainAt = -Infinity;
  let failure: KeysUnavailable | null = null;
  let underWay: Promise<void> | null = null;

  /** Asks the issuer, unless it was asked just before; then the outcome is the same. */
  const ask = async (): Promise<void> => {
    if (underWay === null && now() < askAgainAt) {
      if (failure !== null) throw failure;
      return;
    }
    underWay ??= read().finally(() => {
      underWay = null;
    });
    await underWay;
  };
  const read = async (): Promise<void> => {
    try {
      await keys.reload();
      failure = null;
      readAt = now();
      askAgainAt = readAt + UNKNOWN_KEY_MS;
    } catch (cause) {
      failure = new KeysUnavailable('The issuer’s keys cannot be had.', { cause });
      askAgainAt = now() + KEYS_RETRY_SECONDS * 1000;
      throw failure;
    }
  };
  const find: JWTVerifyGetKey = async (header, token) => {
    try {
      return await keys(header, token);
    } catch (cause) {
      if (isOfToken(cause)) throw cause;
      throw new KeysUnavailable('The issuer’s keys cannot be read.', { cause });
    }
  };

  const knownKeys: JWTVerifyGetKey = async (header, token) => {
    if (now() - readAt >= KEYS_MS) {
      await ask().catch((cause: unknown) => {
        if (now() - readAt >= KEYS_TRUSTED_MS) throw cause;
      });
    }
    return find(header, token);
  };
  return {
    knownKeys,
    async keys(header, token) {
      try {
        return await knownKeys(header, token);
      } catch (cause) {
        if (cause instanceof errors.JWKSMultipleMatchingKeys) throw cause;
        await ask();
        return find(header, token);
      }
    },
  };
}

/** True when the token itself names no key, or several keys fit. */
function isOfToken(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
}
