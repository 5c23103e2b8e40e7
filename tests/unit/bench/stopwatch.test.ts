import { describe, expect, it } from 'vitest';
import { itemsPerSecond, quotients } from '../../../worker/bench/stopwatch.ts';
import { turns } from '../../support/turns.ts';
import { tickingClock } from './ticking-clock.ts';

describe('rates', () => {
  it('are items per second in every run that counts', async () => {
    let time = 0;
    const slower = (): void => {
      time += 10;
    };
    const rates = await itemsPerSecond({ now: () => time }, 50, [slower], { runs: 2, warmUps: 3 });
    expect(rates).toEqual([[5000, 5000]]);
    expect(time).toBe(50);
  });

  it('are measured in turns, one at a time, when there are several', async () => {
    const order: string[] = [];
    const work = (name: string) => async (): Promise<void> => {
      order.push(`${name} begins`);
      await turns();
      order.push(`${name} ends`);
    };
    await itemsPerSecond(tickingClock(), 1, [work('one'), work('two')], { runs: 2, warmUps: 1 });
    const turn = ['one begins', 'one ends', 'two begins', 'two ends'];
    expect(order).toEqual([...turn, ...turn, ...turn]);
  });

  it('are compared run by run', () => {
    expect(quotients([10, 30], [5, 10])).toEqual([2, 3]);
  });
});
