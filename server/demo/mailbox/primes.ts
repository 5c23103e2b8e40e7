import { checkPrimeSync } from 'node:crypto';
import { seededBytes } from './random.ts';

/** Candidates with a factor this small are skipped before the expensive test. */
const SMALL_PRIMES = smallPrimesBelow(1500);

function smallPrimesBelow(limit: number): number[] {
  const primes: number[] = [];
  for (let n = 3; n < limit; n += 2) if (primes.every((p) => n % p !== 0)) primes.push(n);
  return primes;
}

/**
 * The first prime at or above a seeded odd start whose two top bits are set, so that the product of two of
 * them has exactly twice the bits. `p − 1` is kept coprime to the public exponent (a prime).
 *
 * @param bits length of the prime, a multiple of 8
 * @param known how far above its start it is, where somebody has searched before
 */
export function seededPrime(label: string, bits: number, exponent: bigint, known?: number): bigint {
  const start = seededBytes(label, bits / 8);
  start[0] = (start[0] ?? 0) | 0xc0;
  start[start.length - 1] = (start.at(-1) ?? 0) | 1;
  const first = BigInt(`0x${start.toString('hex')}`);
  return first + BigInt(known ?? distance(first, exponent));
}

function distance(first: bigint, exponent: bigint): number {
  const residues = SMALL_PRIMES.map((p) => Number(first % BigInt(p)));
  for (let offset = 0; ; offset += 2) {
    if (residues.some((residue, i) => (residue + offset) % (SMALL_PRIMES[i] ?? 1) === 0)) continue;
    const candidate = first + BigInt(offset);
    if ((candidate - 1n) % exponent !== 0n && checkPrimeSync(candidate)) return offset;
  }
}
