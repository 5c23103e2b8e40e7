import { describe, expect, it, vi } from 'vitest';
import { initPsi } from '../../../psi-wasm/index.ts';
import { allRounds, firstUseBenchmark, psiBenchmark } from '../../../worker/bench/psi.ts';
import { measurementsSchema } from '../../../worker/measurement.ts';
import { expectDrawn } from './drawn-figures.ts';
import { tickingClock } from './ticking-clock.ts';

describe('the PSI suite', () => {
  // Each reading of the clock takes a millisecond, so one round takes 1 ms and all four take 4 ms.
  it('times every round and their sum, and gives the size of every message', async () => {
    const figures = measurementsSchema.parse(await psiBenchmark(tickingClock()));
    expectDrawn('psi', figures);
    const medians = Object.fromEntries(figures.map(({ name, median }) => [name, median]));
    expect(medians).toMatchObject({
      'genKeys, 100 slots': 1,
      'round1, 100 slots': 1,
      'round2, 100 slots': 1,
      'round3, 100 slots': 1,
      [allRounds(100)]: 4,
      'all rounds, 4096 slots': 4,
      'public keys, 100 slots': 47_672,
      'request, 100 slots': 11_976,
      'reply, 100 slots': 20_664,
    });
    expect(figures.find(({ name }) => name === allRounds(100))?.runs).toBe(50);
  });

  it('knows every step of the kernel', async () => {
    const psi = await initPsi();
    const steps = (await psiBenchmark(tickingClock())).filter(({ unit }) => unit === 'µs');
    expect(psi.repeatStep(steps.length - 1, 1)).toBe(true);
    expect(psi.repeatStep(steps.length, 1)).toBe(false);
  });

  it('times the first load separately from the comparison after it', async () => {
    expect((await firstUseBenchmark(tickingClock())).map(({ median }) => median)).toEqual([1, 4]);
  });

  it('gives no figure for a comparison that finds the wrong matches', async () => {
    const psi = await initPsi();
    const round3 = psi.round3.bind(psi);
    vi.spyOn(psi, 'round3').mockImplementation((keys, state, reply) => {
      const found = round3(keys, state, reply);
      return { ...found, matches: found.matches.fill(0) };
    });
    await expect(psiBenchmark(tickingClock())).rejects.toThrow('wrong matches');
    vi.restoreAllMocks();
  });
});
