/**
 * Reading hostile mails that are made to take long, compared with ordinary text of the same size. Nothing may freeze a
 * device.
 */
import { CATALOG } from '../../catalog/index.ts';
import { mailToEvidence, createClassifier } from '../evidence/index.ts';
import { HOSTILE_SHAPES, KEY_RECORD, ordinaryMail } from './mails/hostile-mails.ts';
import { measurement, type Measurement } from '../measurement.ts';
import type { Stopwatch } from './stopwatch.ts';

/** The most text that is read of one mail. */
const BYTES = 2 * 1024 * 1024;
const RUNS = 5;
/** Readings of ordinary text before those that are measured. */
const WARM_UPS = 3;

const lookup = (): Promise<string[]> => Promise.resolve([KEY_RECORD]);

/** Times in milliseconds: of the whole reading, and of the longest stretch without a turn for other work. */
interface Reading {
  whole: number;
  longest: number;
}

/**
 * For each shape: how many times longer it takes than ordinary text (from the fastest run of each), and the longest
 * stretch before a cancel gets through (from the run in which it was shortest, because a busy machine adds to it).
 *
 * @param bytes size of each mail
 */
export async function hostileBenchmark(clock: Stopwatch, bytes = BYTES): Promise<Measurement[]> {
  const builtIn = { catalog: CATALOG, classifier: createClassifier(CATALOG), lookup };
  const read = async (raw: Uint8Array, reading = builtIn): Promise<Reading> => {
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
    await mailToEvidence(mail, { ...reading, slice });
    await slice();
    return { whole: clock.now() - start, longest };
  };
  const ordinary = ordinaryMail(bytes);
  for (let run = 0; run < WARM_UPS; run += 1) await read(ordinary);
  const figures: Measurement[] = [];
  for (const { name, mail, catalog } of HOSTILE_SHAPES) {
    const raw = mail(bytes);
    const reading = catalog ? { catalog, classifier: createClassifier(catalog), lookup } : builtIn;
    const usual: Reading[] = [];
    const hostile: Reading[] = [];
    // In turns, so that other work on the machine affects both alike.
    for (let run = 0; run < RUNS; run += 1) {
      usual.push(await read(ordinary));
      hostile.push(await read(raw, reading));
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
