import { describe, expect, it } from 'vitest';
import { itemsPerSecond, quotients } from '../../../worker/bench/stopwatch.ts';
import { tickingClock } from './ticking-clock.ts';

describe('rates', () => {
  it('are items a second of every run that counts', async () => {
    let time = 0;
    const slower = (): void => {
      time += 10;
    };
    const rates = await itemsPerSecond({ now: () => time }, 50, [slower], { runs: 2, warmUps: 3 });
    expect(rates).toEqual([[5000, 5000]]);
    expect(time).toBe(50);
  });

  it('are of works that take turns, each waited for', async () => {
    const order: string[] = [];
    const work = (name: string) => async (): Promise<void> => {
      await Promise.resolve();
      order.push(name);
    };
    await itemsPerSecond(tickingClock(), 1, [work('ours'), work('theirs')], { runs: 2, warmUps: 1 });
    expect(order).toEqual(['ours', 'theirs', 'ours', 'theirs', 'ours', 'theirs']);
  });

  it('are compared run by run', () => {
    expect(quotients([10, 30], [5, 10])).toEqual([2, 3]);
  });
});
