/**
 * The scan: what it costs of Gmail's quota by the size of the mailbox, how much of it is spent in the database and
 * how long a cancel takes (in this process), and the demo mailbox's scan in real Chromium.
 */
import type { Measurement } from '../../worker/measurement.ts';
import { cancelBenchmark } from './scan/cancel.ts';
import { chromiumBenchmark } from './scan/chromium.ts';
import { costsBenchmark } from '../support/scan/costs.ts';
import { databaseBenchmark } from './scan/database.ts';

/** Every figure of the scan. The thorough scan of 100,000 mails takes some minutes of computing. */
export async function scanBenchmark(): Promise<Measurement[]> {
  return [
    ...(await costsBenchmark()),
    ...(await databaseBenchmark()),
    ...(await cancelBenchmark()),
    ...(await chromiumBenchmark()),
  ];
}
