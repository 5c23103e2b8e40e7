/**
 * The scan: its cost in Gmail's quota by the size of the mailbox, its time in the database and the time of a cancel (in
 * this process), and a scan of the demo mailbox in real Chromium.
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
