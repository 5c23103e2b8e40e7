import { describe, expect, it } from 'vitest';
import { cellAfterKey } from '../../../../src/parts/grid-keys.ts';

/** The cell to which a key leads in a 10 by 10 grid. */
function after(at: number, key: string, ctrlKey = false): number | null {
  return cellAfterKey({ key, ctrlKey }, at, 10, 10);
}

describe('the keys of the grid', () => {
  it.each([
    [44, 'ArrowRight', 45],
    [44, 'ArrowLeft', 43],
    [44, 'ArrowDown', 54],
    [44, 'ArrowUp', 34],
    [44, 'Home', 40],
    [44, 'End', 49],
    [44, 'PageUp', 4],
    [44, 'PageDown', 94],
  ])('lead from %s by %s to %s', (at, key, to) => {
    expect(after(at, key)).toBe(to);
  });

  it('stop at the edges instead of wrapping', () => {
    expect([
      after(49, 'ArrowRight'),
      after(40, 'ArrowLeft'),
      after(3, 'ArrowUp'),
      after(97, 'ArrowDown'),
    ]).toEqual([49, 40, 3, 97]);
  });

  it('lead with Control to the grid’s first and last cells', () => {
    expect([after(44, 'Home', true), after(44, 'End', true)]).toEqual([0, 99]);
  });

  it.each(['Enter', ' ', 'Tab', 'Escape', 'a'])('leave %s to the browser', (key) => {
    expect(after(44, key)).toBeNull();
  });
});
