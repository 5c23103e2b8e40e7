import fc from 'fast-check';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CLIENT_TOKEN_MS } from '../../../server/blob/limits.ts';
import type { Limited } from '../../../server/web/contract.ts';
import { createLimits, rememberSome } from '../../../server/web/limits.ts';

const SETTINGS = {
  callsPerMinute: 3,
  failedSignInsPerMinute: 3,
  identitiesPerHour: 3,
  announcementsPerHour: 3,
  comparisonsPerHour: 3,
  uploadTokenMs: CLIENT_TOKEN_MS,
};
const MINUTE_S = 60;
const HOUR_S = 3600;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

describe.each<[Limited, number, number]>([
  ['calls', 3, MINUTE_S],
  ['failedSignIns', 3, MINUTE_S],
  ['identities', 3, HOUR_S],
  ['announcements', 3, HOUR_S],
  ['comparisons', 3, HOUR_S],
  ['uploads', 11, CLIENT_TOKEN_MS / 1000],
])('the limit of %s', (what, most, seconds) => {
  it('refuses one too many, names the seconds to wait, and then serves again', async () => {
    const refused: Limited[] = [];
    const limits = createLimits(SETTINGS, (which) => refused.push(which));
    for (let count = 0; count < most; count += 1) await limits.count(what, 'one');
    const passed = seconds / 4;
    vi.advanceTimersByTime(passed * 1000);
    const retryAfter = seconds - passed;
    await expect(limits.count(what, 'one')).rejects.toMatchObject({ status: 429, retryAfter });
    expect(refused).toEqual([what]);
    // A later caller has its own window, and another limit counts separately.
    await limits.count(what, 'another');
    await limits.count(what === 'calls' ? 'identities' : 'calls', 'one');

    // Never too early: a second that has begun counts in full.
    vi.advanceTimersByTime(retryAfter * 1000 - 1500);
    await expect(limits.count(what, 'one')).rejects.toMatchObject({ status: 429, retryAfter: 2 });
    vi.advanceTimersByTime(1499);
    await expect(limits.count(what, 'one')).rejects.toMatchObject({ status: 429, retryAfter: 1 });
    vi.advanceTimersByTime(1);
    await limits.count(what, 'one');
  });
});

describe('an allowance that is taken', () => {
  it('is counted like any other, and when it is exhausted the caller is told, not refused', async () => {
    const refused: Limited[] = [];
    const limits = createLimits(SETTINGS, (which) => refused.push(which));
    const taken = [];
    for (let count = 0; count < 5; count += 1) taken.push(await limits.take('failedSignIns', 'one'));
    expect(taken).toEqual([true, true, true, false, false]);
    expect(refused).toEqual([]);
    await expect(limits.count('failedSignIns', 'one')).rejects.toMatchObject({ status: 429 });
  });
});

describe('an allowance that is given back', () => {
  it('counts as never used: only the rest fills the limit', async () => {
    const limits = createLimits(SETTINGS);
    for (let count = 0; count < 50; count += 1) {
      await limits.count('failedSignIns', 'one');
      await limits.giveBack('failedSignIns', 'one');
    }
    for (let count = 0; count < 3; count += 1) await limits.count('failedSignIns', 'one');
    await expect(limits.count('failedSignIns', 'one')).rejects.toMatchObject({ status: 429 });
    await limits.giveBack('failedSignIns', 'another');
    await limits.count('failedSignIns', 'another');
  });
});

describe('the memory of a limit', () => {
  it('holds only the callers counted last, with all their counts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 8 }),
        fc.array(fc.integer({ min: 0, max: 15 }).map(String), { maxLength: 120 }),
        async (most, callers) => {
          const limiter = new RateLimiterMemory({ points: 1000, duration: MINUTE_S });
          const some = rememberSome(limiter, most);
          /** A slow model of the same: a list with its newest entry last. */
          let model: { key: string; count: number }[] = [];
          for (const key of callers) {
            const known = model.find((entry) => entry.key === key);
            model = [...model.filter((entry) => entry !== known), { key, count: (known?.count ?? 0) + 1 }];
            model = model.slice(-most);
            const { consumedPoints } = await some.consume(key);
            expect(consumedPoints).toBe(model.at(-1)?.count);
            expect(limiter.dump().storage).toHaveLength(model.length);
          }
        },
      ),
    );
  });

  it('does not grow with a network that uses a new address for every call', async () => {
    const limits = createLimits({ ...SETTINGS, callsPerMinute: 1 }, undefined, 1000);
    for (let index = 0; index < 20_000; index += 1) await limits.count('calls', `2001:db8:0:${index}`);
    // The last thousand are still known; callers counted before them are not.
    await expect(limits.count('calls', '2001:db8:0:19999')).rejects.toMatchObject({ status: 429 });
    await expect(limits.count('calls', '2001:db8:0:19001')).rejects.toMatchObject({ status: 429 });
    await limits.count('calls', '2001:db8:0:5');
    // A fake clock counts its timers: one for each remembered caller.
    expect(vi.getTimerCount()).toBe(1000);
  });
});
