import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limited, Limits } from './contract.ts';
import { Refusal } from './refusal.ts';

/** How many of each are served in a window. A conference's whole network can share one address. */
export interface LimitSettings {
  /** By network address. */
  callsPerMinute: number;
  /** By network address. */
  failedSignInsPerMinute: number;
  /** Anonymous identities, by network address. */
  identitiesPerHour: number;
  /** Uploads and announcements of keys, by account; a comparison takes two. */
  announcementsPerHour: number;
  /** By account. A client that lies about its bits can query every slot in each of them. */
  comparisonsPerHour: number;
  /** How long a client token for an upload is valid. Milliseconds. */
  uploadTokenMs: number;
}

/** Uploads with one client token, including the client library's ten retries. */
const UPLOADS_PER_TOKEN = 11;

/** Seconds. */
const MINUTE = 60;
const HOUR = 3600;

/**
 * Addresses or accounts that each limit remembers, in about 12 MB. Somebody with more addresses than that (an IPv6
 * network has them) only makes the limit forget those it counted longest ago.
 */
const MOST_REMEMBERED = 20_000;

/**
 * Counts in this process's memory: each copy of the server has limits of its own.
 *
 * @param refused called for each refusal
 * @param mostRemembered addresses or accounts that each limit remembers, for tests
 */
export function createLimits(
  settings: LimitSettings,
  refused: (what: Limited) => void = () => undefined,
  mostRemembered: number = MOST_REMEMBERED,
): Limits {
  const limiter = (points: number, duration: number) =>
    rememberSome(new RateLimiterMemory({ points, duration }), mostRemembered);
  const limiters: Record<Limited, Counter> = {
    calls: limiter(settings.callsPerMinute, MINUTE),
    failedSignIns: limiter(settings.failedSignInsPerMinute, MINUTE),
    identities: limiter(settings.identitiesPerHour, HOUR),
    announcements: limiter(settings.announcementsPerHour, HOUR),
    comparisons: limiter(settings.comparisonsPerHour, HOUR),
    uploads: limiter(UPLOADS_PER_TOKEN, settings.uploadTokenMs / 1000),
  };
  return {
    async count(what, by) {
      try {
        await limiters[what].consume(by);
      } catch (full) {
        if (!(full instanceof RateLimiterRes)) throw full;
        refused(what);
        const retryAfter = Math.max(1, Math.ceil(full.msBeforeNext / 1000));
        throw new Refusal(429, `Too many requests. Please try again in ${retryAfter} seconds.`, {
          retryAfter,
        });
      }
    },
    async take(what, by) {
      try {
        await limiters[what].consume(by);
        return true;
      } catch (full) {
        if (!(full instanceof RateLimiterRes)) throw full;
        return false;
      }
    },
    async giveBack(what, by) {
      await limiters[what].reward(by);
    },
  };
}

type Counter = Pick<RateLimiterMemory, 'consume' | 'reward'>;

/** A limiter that forgets whom it counted longest ago; by itself it remembers everyone until their window ends. */
export function rememberSome(limiter: RateLimiterMemory, most: number): Counter {
  /** In the order in which they were last counted. */
  const remembered = new Set<string | number>();
  return {
    async consume(key) {
      remembered.delete(key);
      remembered.add(key);
      if (remembered.size > most) {
        for (const oldest of remembered) {
          remembered.delete(oldest);
          await limiter.delete(oldest);
          break;
        }
      }
      return limiter.consume(key);
    },
    reward: (key) => limiter.reward(key),
  };
}
