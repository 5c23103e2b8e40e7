/**
 * The scan: what it costs of Gmail's quota by the size of the mailbox (in this process), and the demo mailbox's in
 * real Chromium.
 */
import type { Measurement } from '../../worker/bench/measurement.ts';
import { chromiumBenchmark } from './scan/chromium.ts';
import { costsBenchmark } from './scan/costs.ts';

/** Every figure of the scan. The thorough scan of 100,000 mails takes some minutes of computing. */
export async function scanBenchmark(): Promise<Measurement[]> {
  return [...(await costsBenchmark()), ...(await chromiumBenchmark())];
}
