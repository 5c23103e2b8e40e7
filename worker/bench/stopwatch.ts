import type { Clock } from '../clock.ts';
import type { Slice } from '../../mail/slices.ts';

/** Milliseconds from any origin, as fine as the platform offers: `performance` will do. */
export interface Stopwatch extends Pick<Clock, 'now'> {
  /** Awaited between runs, never within one. Rejects once the figures are no longer wanted. */
  pause?: Slice;
}

/** How often the work is timed, and how often it runs untimed before that. */
export interface Runs {
  runs: number;
  warmUps: number;
}

/** Runs work that times itself, with pauses between; the results of the warm-ups are dropped. */
export async function inTurns<T>(clock: Stopwatch, { runs, warmUps }: Runs, work: () => T): Promise<T[]> {
  const answers: T[] = [];
  for (let run = -warmUps; run < runs; run += 1) {
    await clock.pause?.();
    const answer = work();
    if (run >= 0) answers.push(answer);
  }
  return answers;
}

/**
 * Times several pieces of work that each process the same number of items. They take turns, so that other work on the
 * machine affects all of them alike; the quotient of two in one run means more than either rate.
 *
 * @returns items a second: for each piece of work its runs in order
 */
export async function itemsPerSecond(
  clock: Stopwatch,
  items: number,
  works: readonly (() => unknown)[],
  { runs, warmUps }: Runs,
): Promise<number[][]> {
  const rates = works.map((): number[] => []);
  for (let run = -warmUps; run < runs; run += 1) {
    for (const [at, work] of works.entries()) {
      await clock.pause?.();
      const start = clock.now();
      await work();
      const milliseconds = clock.now() - start;
      if (run >= 0) rates[at]?.push((items * 1000) / milliseconds);
    }
  }
  return rates;
}

/** The quotients of two lists of rates, run by run. */
export function quotients(rates: readonly number[], others: readonly number[]): number[] {
  return rates.map((rate, run) => rate / (others[run] ?? Number.NaN));
}
