/** Reading mails that are made to take long, beside ordinary text of the same size: nothing may freeze a device. */
import { CATALOG } from '../../catalog/index.ts';
import { classifyMail, createClassifier } from '../evidence/index.ts';
import { HOSTILE_SHAPES, ordinaryMail } from './mails/hostile-mails.ts';
import { measurement, type Measurement } from './measurement.ts';
import type { Stopwatch } from './stopwatch.ts';

/** As much text as is read of one mail. */
const BYTES = 2 * 1024 * 1024;
const RUNS = 3;
/** Readings of ordinary text before those that count. */
const WARM_UPS = 3;

const lookup = (): Promise<never[]> => Promise.resolve([]);

/** Milliseconds: of the whole reading, and of the longest stretch in which nothing else had its turn. */
interface Reading {
  whole: number;
  longest: number;
}

/**
 * For each shape how many times longer it takes than ordinary text (the time of the fastest run of each), and the
 * longest stretch after which a cancel is let through (of the run in which it was shortest: a busy machine adds to it).
 *
 * @param bytes size of each mail
 */
export async function hostileBenchmark(clock: Stopwatch, bytes = BYTES): Promise<Measurement[]> {
  const classifier = createClassifier(CATALOG);
  const read = async (raw: Uint8Array): Promise<Reading> => {
    await clock.pause?.();
    const start = clock.now();
    let last = start;
    let longest = 0;
    const slice = (): Promise<void> => {
      const now = clock.now();
      longest = Math.max(longest, now - last);
      last = now;
      return Promise.resolve();
    };
    await classifyMail({ messageId: 'x', raw, internalDate: 0, catalog: CATALOG, classifier, lookup, slice });
    await slice();
    return { whole: clock.now() - start, longest };
  };
  const fastest = async (raw: Uint8Array): Promise<Reading> => {
    const readings: Reading[] = [];
    for (let run = 0; run < RUNS; run += 1) readings.push(await read(raw));
    return {
      whole: Math.min(...readings.map(({ whole }) => whole)),
      longest: Math.min(...readings.map(({ longest }) => longest)),
    };
  };

  const ordinary = ordinaryMail(bytes);
  for (let run = 0; run < WARM_UPS; run += 1) await read(ordinary);
  const figures: Measurement[] = [];
  for (const { name, mail } of HOSTILE_SHAPES) {
    const usual = await fastest(ordinary);
    const hostile = await fastest(mail(bytes));
    figures.push(
      measurement('hostile', `${name}: time ÷ ordinary text`, '×', [hostile.whole / usual.whole]),
      measurement('hostile', `${name}: longest stretch`, 'ms', [hostile.longest]),
    );
  }
  return figures;
}
