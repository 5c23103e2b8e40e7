/** Seeded choices for generated mails: the same on every device, in every run. Not for secrets. */
export interface Seeded {
  /** An integer from 0 up to, but not including, `limit`. */
  below(limit: number): number;
  /** One of the items, of which there must be at least one. */
  pick<T>(items: readonly T[]): T;
}

/** mulberry32. */
export function createSeeded(seed: number): Seeded {
  let state = seed;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  return {
    below,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('Nothing to choose from.');
      return item;
    },
  };
}
