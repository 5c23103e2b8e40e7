import { describe, expect, it } from 'vitest';
import { measurement } from '../../../worker/measurement.ts';

describe('a measurement', () => {
  it('takes the middle value of an odd number of runs, sorted as numbers', () => {
    expect(measurement('psi', 'genKeys', 'ms', [10, 9, 100])).toEqual({
      suite: 'psi',
      name: 'genKeys',
      unit: 'ms',
      median: 10,
      min: 9,
      max: 100,
      runs: 3,
    });
  });

  it('takes the mean of the two middle values of an even number of runs', () => {
    expect(measurement('psi', 'genKeys', 'ms', [4, 1, 8, 2]).median).toBe(3);
  });

  it('leaves the values unchanged', () => {
    const values = [3, 1, 2];
    measurement('psi', 'genKeys', 'ms', values);
    expect(values).toEqual([3, 1, 2]);
  });

  it('is refused without a value, and the error names it', () => {
    expect(() => measurement('psi', 'genKeys', 'ms', [])).toThrow(
      new RangeError('No value was measured for psi: genKeys.'),
    );
  });
});
