import { untilAborted } from '../clock.ts';
import type { Clock } from '../clock.ts';

/** Cost of each call in Gmail's quota units (Gmail API usage limits, May 2026). */
export const UNITS = { profile: 1, history: 2, list: 5, get: 20 } as const;

/** Gmail's quota units for one user of a project in a minute. */
export const GMAIL_UNITS_PER_MINUTE = 6_000;

/**
 * How much of that we spend. Google counts a request when it arrives, not when it leaves here, so a few per cent are
 * kept back for requests that bunch up on the way.
 */
export const SPENT_UNITS_PER_MINUTE = 5_700;

/** Time until a spent unit is available again, in milliseconds. */
const WINDOW_MS = 60_000;

/** A budget of units. Every request takes its units before it is sent. */
export interface Quota {
  readonly unitsPerMinute: number;
  /**
   * Resolves when `units` may be spent; callers are served in order. An aborted caller rejects at once with the
   * signal's reason, even if others wait before it.
   */
  take(units: number, signal: AbortSignal): Promise<void>;
  /** Units and requests since the quota was made. */
  readonly spent: { readonly units: number; readonly requests: number };
}

export interface QuotaOptions {
  clock: Clock;
  /** `Infinity` for a source without a limit. */
  unitsPerMinute?: number;
}

/**
 * Makes a token bucket in which each token comes back 60 s after it was taken. A burst may use the whole budget at
 * once, and still no window of 60 s exceeds the budget.
 */
export function createQuota({ clock, unitsPerMinute = SPENT_UNITS_PER_MINUTE }: QuotaOptions): Quota {
  const taken: { at: number; units: number }[] = [];
  const spent = { units: 0, requests: 0 };
  let inWindow = 0;
  let queue: Promise<void> = Promise.resolve();
  let latest = Number.NEGATIVE_INFINITY;

  /** Never goes backwards, even if the machine's clock does. */
  const now = (): number => (latest = Math.max(latest, clock.now()));

  /** Milliseconds until the oldest units come back, if they are needed; otherwise 0. */
  const waitFor = (units: number): number => {
    refill();
    const [first] = taken;
    return first === undefined || inWindow + units <= unitsPerMinute ? 0 : first.at + WINDOW_MS + 1 - now();
  };

  const refill = (): void => {
    let first = taken[0];
    while (first !== undefined && first.at + WINDOW_MS < now()) {
      inWindow -= first.units;
      taken.shift();
      first = taken[0];
    }
  };

  const acquire = async (units: number, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    for (let wait = waitFor(units); wait > 0; wait = waitFor(units)) await clock.sleep(wait, signal);
    spent.units += units;
    spent.requests += 1;
    if (unitsPerMinute === Infinity) return;
    taken.push({ at: now(), units });
    inWindow += units;
  };

  return {
    unitsPerMinute,
    spent,
    take(units, signal) {
      const turn = queue.then(() => acquire(units, signal));
      queue = turn.catch(() => undefined);
      return untilAborted(turn, signal);
    },
  };
}
