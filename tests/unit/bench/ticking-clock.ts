import type { Stopwatch } from '../../../worker/bench/stopwatch.ts';

/** A clock that advances by a millisecond at each reading. */
export function tickingClock(): Stopwatch {
  let time = 0;
  return { now: () => (time += 1) };
}
