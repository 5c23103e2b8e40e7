import { expect, test } from 'vitest';
import { hostileBenchmark } from '../../../worker/bench/hostile.ts';
import { HOSTILE_SHAPES } from '../../../worker/bench/mails/hostile-mails.ts';
import { measurementsSchema } from '../../../worker/measurement.ts';
import { tickingClock } from './ticking-clock.ts';

test('the hostile suite gives each of its shapes a ratio and a longest step', async () => {
  const figures = measurementsSchema.parse(await hostileBenchmark(tickingClock(), 4_096));
  expect(figures.map(({ name }) => name)).toEqual(
    HOSTILE_SHAPES.flatMap(({ name }) => [`${name}: time ÷ ordinary text`, `${name}: longest stretch`]),
  );
  expect(new Set(HOSTILE_SHAPES.map(({ name }) => name)).size).toBe(HOSTILE_SHAPES.length);
  expect(HOSTILE_SHAPES.length).toBeGreaterThanOrEqual(12);
});

test('it ends between two readings when it is cancelled', async () => {
  const reason = new Error('not wanted');
  let pauses = 0;
  const pause = async (): Promise<void> => {
    pauses += 1;
    await Promise.resolve();
    if (pauses === 7) throw reason;
  };
  await expect(hostileBenchmark({ ...tickingClock(), pause }, 4_096)).rejects.toBe(reason);
  expect(pauses).toBe(7);
});
