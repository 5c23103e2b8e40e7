/**
 * The PSI's rounds, both parties, in the calling thread. They need no server and no page, so that the app's own worker
 * can run them on a phone.
 */
import { initPsi, type Psi, type PsiSource } from '../../psi-wasm/index.ts';
import { measurement, type Measurement } from '../measurement.ts';
import { inTurns, type Stopwatch } from './stopwatch.ts';

/** The name of the figure that is compared with other packages. */
export function allRounds(slots: number): string {
  return `all rounds, ${slots} slots`;
}

/** The context of every comparison. It does not influence the time. */
const CONTEXT = new Uint8Array(32);

/** The warm measurements: slots, runs, and uncounted comparisons before them. */
const LOADS = [
  { slots: 100, runs: 50, warmUps: 20 },
  { slots: 4096, runs: 15, warmUps: 3 },
] as const;

const ROUNDS = ['genKeys', 'round1', 'round2', 'round3', 'all rounds'] as const;
const MESSAGES = ['public keys', 'request', 'reply'] as const;

/** The kernel's steps in the order of `psi-wasm/src/steps.rs`; rows are 4,096 coefficients modulo one prime. */
const STEPS = [
  'NTT of 4,096 points',
  'inverse NTT of 4,096 points',
  'NTT of 1,024 points modulo 4 primes',
  'inverse NTT of 1,024 points modulo 4 primes',
  'product of 4,096 residues',
  'product, its part in the subring',
  'uniform polynomial, 4,096 residues',
  'ternary secret, 4,096 values',
  'binomial error, 4,096 values',
  'flooding, 1,024 values',
  'hash of the public keys, 47 KB',
  'packing and hash of the public keys',
] as const;

/** Enough repeats to make a call's setup (about 0.4 ms) negligible. */
const STEP_REPEATS = 1000;
const STEP_RUNS = 7;

interface Comparison {
  /** Milliseconds. */
  times: Record<(typeof ROUNDS)[number], number>;
  /** Bytes that cross the wire. */
  sizes: Record<(typeof MESSAGES)[number], number>;
}

/** @throws when the comparison is wrong, since a wrong result has no speed */
function compare(psi: Psi, slots: number, clock: Stopwatch): Comparison {
  const mine = Uint8Array.from({ length: slots }, (_, slot) => Number(slot % 2 === 0));
  const theirs = Uint8Array.from({ length: slots }, (_, slot) => Number(slot % 3 === 0));
  const start = clock.now();
  const { privateKeys, publicKeys } = psi.genKeys();
  const keys = clock.now();
  const request = psi.round1(privateKeys, mine, CONTEXT);
  const requested = clock.now();
  const reply = psi.round2(publicKeys, request.message, theirs, CONTEXT);
  const replied = clock.now();
  const { matches } = psi.round3(privateKeys, request.state, reply.message);
  const end = clock.now();
  if (matches.length !== slots || matches.some((match, slot) => match !== Number(slot % 6 === 0))) {
    throw new Error(`The comparison of ${slots} slots found the wrong matches.`);
  }
  return {
    times: {
      genKeys: keys - start,
      round1: requested - keys,
      round2: replied - requested,
      round3: end - replied,
      'all rounds': end - start,
    },
    sizes: {
      'public keys': publicKeys.length,
      request: request.message.length,
      reply: reply.message.length,
    },
  };
}

/** The cost of the first comparison; only a thread that has not loaded the PSI yet can measure it. */
export async function firstUseBenchmark(clock: Stopwatch): Promise<Measurement[]> {
  const start = clock.now();
  const psi = await initPsi();
  const load = clock.now() - start;
  const comparison = compare(psi, 100, clock).times['all rounds'];
  return [
    measurement('psi', 'fetch, compile, instantiate and self-test', 'ms', [load]),
    measurement('psi', 'first comparison after that, 100 slots', 'ms', [comparison]),
  ];
}

/**
 * The time of each step of the kernel, warm, in microseconds.
 *
 * @throws when the module has other steps
 */
async function stepMeasurements(psi: Psi, clock: Stopwatch): Promise<Measurement[]> {
  const figures: Measurement[] = [];
  for (const [step, name] of STEPS.entries()) {
    const times = await inTurns(clock, { runs: STEP_RUNS, warmUps: 1 }, () => {
      const start = clock.now();
      if (!psi.repeatStep(step, STEP_REPEATS)) throw new Error(`The module has no step ${step}.`);
      return ((clock.now() - start) * 1000) / STEP_REPEATS;
    });
    figures.push(measurement('psi', name, 'µs', times));
  }
  return figures;
}

/** Each round and their sum, warm, at 100 and at 4,096 slots; the messages' sizes; each step of the kernel. */
export async function psiBenchmark(clock: Stopwatch, source?: PsiSource): Promise<Measurement[]> {
  const psi = await initPsi(source);
  const figures: Measurement[] = [];
  for (const { slots, ...runs } of LOADS) {
    const comparisons = await inTurns(clock, runs, () => compare(psi, slots, clock));
    const times = ROUNDS.map((round) =>
      measurement(
        'psi',
        `${round}, ${slots} slots`,
        'ms',
        comparisons.map((comparison) => comparison.times[round]),
      ),
    );
    const sizes = MESSAGES.map((message) =>
      measurement(
        'psi',
        `${message}, ${slots} slots`,
        'bytes',
        comparisons.map((comparison) => comparison.sizes[message]),
      ),
    );
    figures.push(...times, ...sizes);
  }
  return [...figures, ...(await stepMeasurements(psi, clock))];
}
