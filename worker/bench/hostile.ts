/** Reading mails that are made to take long, beside ordinary text of the same size: nothing may freeze a device. */
import { CATALOG } from '../../catalog/index.ts';
import { mailToEvidence, createClassifier } from '../evidence/index.ts';
import { HOSTILE_SHAPES, KEY_RECORD, ordinaryMail } from './mails/hostile-mails.ts';
import { measurement, type Measurement } from '../measurement.ts';
import type { Stopwatch } from './stopwatch.ts';

/** As much text as is read of one mail. */
const BYTES = 2 * 1024 * 1024;
const RUNS = 5;
/** Readings of ordinary text before those that count. */
const WARM_UPS = 3;

const lookup = (): Promise<string[]> => Promise.resolve([KEY_RECORD]);

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
    const mail = { messageId: 'x', raw, internalDate: 0 };
    await mailToEvidence(mail, { catalog: CATALOG, classifier, lookup, slice });
    await slice();
    return { whole: clock.now() - start, longest };
  };
  const ordinary = ordinaryMail(bytes);
  for (let run = 0; run < WARM_UPS; run += 1) await read(ordinary);
  const figures: Measurement[] = [];
  for (const { name, mail } of HOSTILE_SHAPES) {
    const raw = mail(bytes);
    const usual: Reading[] = [];
    const hostile: Reading[] = [];
    // In turns, so that whatever else the machine does falls on both alike.
    for (let run = 0; run < RUNS; run += 1) {
      usual.push(await read(ordinary));
      hostile.push(await read(raw));
    }
    const quotient = least(hostile, 'whole') / least(usual, 'whole');
    figures.push(
      measurement('hostile', `${name}: time ÷ ordinary text`, '×', [quotient]),
      measurement('hostile', `${name}: longest stretch`, 'ms', [least(hostile, 'longest')]),
    );
  }
  return figures;
}

function least(readings: readonly Reading[], what: keyof Reading): number {
  return Math.min(...readings.map((reading) => reading[what]));
}
