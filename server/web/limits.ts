import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { CLIENT_TOKEN_MS } from '../blob/limits.ts';
import type { Limited, Limits } from '../ports.ts';
import { Refusal } from './refusal.ts';

/** How many of each are served in a window. A conference's whole network can share one address. */
export interface LimitSettings {
  /** By network address. */
  callsPerMinute: number;
  /** Anonymous identities, by network address. */
  identitiesPerHour: number;
  /** Uploads and announcements of keys, by account; a comparison takes two. */
  announcementsPerHour: number;
  /** By account. A client that lies about its bits can query every slot in each of them (DESIGN 6). */
  comparisonsPerHour: number;
}

/** Uploads with one client token, the library's ten retries among them (DESIGN 7, Blob). */
const UPLOADS_PER_TOKEN = 11;

/** Seconds. */
const MINUTE = 60;
const HOUR = 3600;

/** Counts in this process's memory: each copy of the server has limits of its own. */
/** @param refused called for each refusal */
export function createLimits(
  settings: LimitSettings,
  refused: (what: Limited) => void = () => undefined,
): Limits {
  const limiters: Record<Limited, RateLimiterMemory> = {
    calls: new RateLimiterMemory({ points: settings.callsPerMinute, duration: MINUTE }),
    identities: new RateLimiterMemory({ points: settings.identitiesPerHour, duration: HOUR }),
    announcements: new RateLimiterMemory({ points: settings.announcementsPerHour, duration: HOUR }),
    comparisons: new RateLimiterMemory({ points: settings.comparisonsPerHour, duration: HOUR }),
    uploads: new RateLimiterMemory({ points: UPLOADS_PER_TOKEN, duration: CLIENT_TOKEN_MS / 1000 }),
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
  };
}
