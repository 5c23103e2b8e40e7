import { createHash } from 'node:crypto';

/** A stream of bytes derived from a label: SHA-512 of the label and a counter, block by block. */
export function seededBytes(label: string, length: number): Buffer {
  const blocks: Buffer[] = [];
  for (let block = 0, made = 0; made < length; block++, made += 64) {
    blocks.push(createHash('sha512').update(`${label}/${block}`).digest());
  }
  return Buffer.concat(blocks).subarray(0, length);
}

/** Seeded choices for the generator: the same label always gives the same sequence. Not for secrets. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** One of the items, of which there must be at least one. */
  pick<T>(items: readonly T[]): T;
  /** True with the given probability. */
  chance(probability: number): boolean;
}

/** A {@link Random} on the sfc32 generator, its four words of state taken from {@link seededBytes}. */
export function createRandom(label: string): Random {
  const seed = seededBytes(label, 16);
  let a = seed.readUInt32LE(0);
  let b = seed.readUInt32LE(4);
  let c = seed.readUInt32LE(8);
  let counter = seed.readUInt32LE(12);
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    pick: (items) => {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new RangeError('Nothing to choose from');
      return item;
    },
    chance: (probability) => next() < probability,
  };
}
