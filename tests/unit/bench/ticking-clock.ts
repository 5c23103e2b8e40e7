import type { Stopwatch } from '../../../worker/bench/stopwatch.ts';

/** A clock of which every look takes a millisecond. */
export function tickingClock(): Stopwatch {
  let time = 0;
  return { now: () => (time += 1) };
}
