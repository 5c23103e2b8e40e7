import { z } from 'zod';

/** One figure of a benchmark, as printed by `npm run bench -- --json`. */
export interface Measurement {
  suite: string;
  name: string;
  unit: string;
  median: number;
  min: number;
  max: number;
  runs: number;
}

/** The format that `--json` prints and the app exports. */
export const measurementsSchema: z.ZodType<Measurement[]> = z.array(
  z.strictObject({
    suite: z.string().min(1),
    name: z.string().min(1),
    unit: z.string().min(1),
    median: z.number().nonnegative(),
    min: z.number().nonnegative(),
    max: z.number().nonnegative(),
    runs: z.number().int().positive(),
  }),
);

/**
 * Summarises the values of several runs.
 *
 * @throws RangeError without any
 */
export function measurement(suite: string, name: string, unit: string, values: number[]): Measurement {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number): number => {
    const value = sorted[index];
    if (value === undefined) throw new RangeError(`No value was measured for ${suite}: ${name}.`);
    return value;
  };
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2;
  return { suite, name, unit, median, min: at(0), max: at(sorted.length - 1), runs: sorted.length };
}
