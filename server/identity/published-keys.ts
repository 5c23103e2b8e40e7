import { createRemoteJWKSet, customFetch, errors } from 'jose';
import type { JWTVerifyGetKey } from 'jose';

/** Keys are read again after this time; Google publishes new ones hours before it signs with them. Milliseconds. */
export const KEYS_MS = 600_000;
/**
 * How long keys count that could not be read again. Google says of its answers that they may be kept for about six
 * hours; a key that it withdraws meanwhile opens sign-ins for no longer than that. Milliseconds.
 */
export const KEYS_TRUSTED_MS = 6 * 3_600_000;
/** The cool-down: a key that is not known is looked for at most this often, whoever makes names up. Milliseconds. */
export const UNKNOWN_KEY_MS = 30_000;
/** Google answers in tens of milliseconds. */
const TIMEOUT_MS = 5_000;

/** Seconds after which a caller may try again when the keys cannot be had; the issuer is not asked before that. */
export const KEYS_RETRY_SECONDS = 5;

/** The issuer's keys cannot be had, or not be read: nothing is said of the token. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}

/** Both reject with {@link KeysUnavailable}, or with jose's JWKSNoMatchingKey for a key that is not the issuer's. */
export interface PublishedKeys {
  /** Asks the issuer for a key that is not known. */
  keys: JWTVerifyGetKey;
  /** Never does: the keys are read when they are due, whatever a token names. */
  knownKeys: JWTVerifyGetKey;
}

/**
 * An issuer's published keys (RFC 7517), asked for when they are first needed and kept. While the issuer is silent, a
 * token whose key is known is judged with the keys that are there, for {@link KEYS_TRUSTED_MS} after they were read.
 * Keys that nobody knows make the issuer be asked once in {@link UNKNOWN_KEY_MS}: one that it has just published is
 * known after that time at the latest, whatever else is sent.
 *
 * @param send the network edge
 * @param now milliseconds since the epoch
 */
export function publishedKeys(url: string, send: typeof fetch, now: () => number): PublishedKeys {
  // When they are read again is decided here: jose forgets old keys although no new ones came, and its cool-down
  // begins with an answer only.
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

  /** Asks the issuer, unless it has just been asked: then the outcome is the same as it was. */
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

/** True when it is the token that names no key, or names it so that several fit. */
function isOfToken(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
}
