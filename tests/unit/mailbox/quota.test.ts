import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createQuota,
  GMAIL_UNITS_PER_MINUTE,
  SPENT_UNITS_PER_MINUTE,
  UNITS,
} from '../../../worker/mailbox/quota.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { never } from '../../support/mailbox/scripted-gmail.ts';

describe('the quota', () => {
  it('stays below the budget in every window of 60 s, whatever the requests', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            units: fc.constantFrom(...Object.values(UNITS)),
            pause: fc.constantFrom(0, 0, 0, 7, 900, 20_000),
          }),
          { minLength: 1, maxLength: 120 },
        ),
        fc.integer({ min: 40, max: 400 }),
        async (calls, unitsPerMinute) => {
          const clock = new FakeClock();
          const quota = createQuota({ clock, unitsPerMinute });
          const taken: { at: number; units: number }[] = [];
          for (const { units, pause } of calls) {
            clock.advance(pause);
            await quota.take(units, never);
            taken.push({ at: clock.now(), units });
          }
          for (const { at } of taken) {
            const window = taken.filter((other) => other.at >= at && other.at <= at + 60_000);
            expect(window.reduce((sum, { units }) => sum + units, 0)).toBeLessThanOrEqual(unitsPerMinute);
          }
          expect(quota.spent.units).toBe(calls.reduce((sum, { units }) => sum + units, 0));
        },
      ),
      { seed: 5, numRuns: 60 },
    );
  });

  it('stays below Gmail’s limit in every window of 60 s, with parallel callers that come and give up', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            callers: fc.integer({ min: 1, max: 40 }),
            units: fc.constantFrom(UNITS.get, UNITS.get, UNITS.list, UNITS.history),
            pause: fc.constantFrom(0, 3, 400, 15_000),
            givenUp: fc.constantFrom(false, false, false, true),
          }),
          { minLength: 30, maxLength: 60 },
        ),
        async (bursts) => {
          const clock = new FakeClock();
          const quota = createQuota({ clock });
          const taken: { at: number; units: number }[] = [];
          const asked: Promise<void>[] = [];
          for (const { callers, units, pause, givenUp } of bursts) {
            const cancel = new AbortController();
            for (let caller = 0; caller < callers; caller++) {
              const turn = quota.take(units, cancel.signal).then(
                () => void taken.push({ at: clock.now(), units }),
                () => undefined,
              );
              asked.push(turn);
            }
            await clock.sleep(pause);
            if (givenUp) cancel.abort();
          }
          await Promise.all(asked);
          for (const { at } of taken) {
            const window = taken.filter((other) => other.at >= at && other.at <= at + 60_000);
            expect(window.reduce((sum, { units }) => sum + units, 0)).toBeLessThanOrEqual(
              GMAIL_UNITS_PER_MINUTE,
            );
          }
          expect(quota.spent.units).toBe(taken.reduce((sum, { units }) => sum + units, 0));
        },
      ),
      { seed: 5, numRuns: 20 },
    );
  });

  it('admits parallel callers in the order in which they asked, and within the budget', async () => {
    const clock = new FakeClock();
    const quota = createQuota({ clock, unitsPerMinute: 100 });
    const order: { caller: number; at: number }[] = [];
    const start = clock.now();
    await Promise.all(
      Array.from({ length: 12 }, async (_, caller) => {
        await quota.take(20, never);
        order.push({ caller, at: clock.now() - start });
      }),
    );
    expect(order.map(({ caller }) => caller)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(order.map(({ at }) => Math.floor(at / 60_000))).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2]);
  });

  it('spends a minute’s budget at once when nothing was spent before', async () => {
    const clock = new FakeClock();
    const quota = createQuota({ clock });
    for (let spent = 0; spent + UNITS.get <= SPENT_UNITS_PER_MINUTE; spent += UNITS.get)
      await quota.take(UNITS.get, never);
    expect(clock.slept).toEqual([]);
    expect(SPENT_UNITS_PER_MINUTE).toBeLessThan(GMAIL_UNITS_PER_MINUTE);
  });

  it('ends a wait when the scan is cancelled, and serves the next caller', async () => {
    const clock = new FakeClock();
    const quota = createQuota({ clock, unitsPerMinute: 20 });
    await quota.take(20, never);
    const cancel = new AbortController();
    const waiting = quota.take(20, cancel.signal);
    cancel.abort();
    await expect(waiting).rejects.toThrow('aborted');
    await quota.take(20, never);
    expect(quota.spent).toEqual({ units: 40, requests: 2 });
  });

  it('releases a cancelled caller at once, however long those before it wait', async () => {
    const clock = new FakeClock();
    const quota = createQuota({ clock, unitsPerMinute: 20 });
    await quota.take(20, never);
    const before = quota.take(20, never);
    const cancel = new AbortController();
    const behind = quota.take(20, cancel.signal);
    const start = clock.now();
    cancel.abort();
    await expect(behind).rejects.toThrow('aborted');
    expect(clock.now()).toBe(start);
    await before;
    expect(quota.spent).toEqual({ units: 40, requests: 2 });
  });

  it('works when the clock is set back', async () => {
    const clock = new FakeClock();
    const quota = createQuota({ clock, unitsPerMinute: 20 });
    await quota.take(20, never);
    clock.advance(-3_600_000);
    await quota.take(20, never);
    expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(60_000);
  });

  it('delays nothing when there is no budget', async () => {
    const clock = new FakeClock();
    const quota = createQuota({ clock, unitsPerMinute: Infinity });
    for (let call = 0; call < 1_000; call++) await quota.take(UNITS.get, never);
    expect(clock.slept).toEqual([]);
  });
});
