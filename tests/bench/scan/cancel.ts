/**
 * How long `cancel()` takes at any point of a scan: at seeded moments in each of its phases, from the press of the
 * button (the thread may be busy then) until the scan stands still at its checkpoint.
 */
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Demo, DemoOptions } from '../../../server/demo/index.ts';
import { createRandom } from '../../../server/demo/mailbox/random.ts';
import { mboxChunk } from '../../../server/demo/mailbox/mbox-write.ts';
import { measurement, type Measurement } from '../../../worker/measurement.ts';
import { systemClock } from '../../../worker/clock.ts';
import type { ScanPhase, ScanRequest } from '../../../worker/contract.ts';
import { openDemo } from '../../support/mailbox/demo-provider.ts';
import { openMeteredDevice } from '../../support/scan/metered-device.ts';
import { largeMailbox } from './large-mails.ts';

/** Cancels per place. */
const CANCELS = 10;
const ACCOUNT_MAILS = 1_000;
/** Copies of the demo mailbox in the streamed file: some 17 MB. */
const FILE_COPIES = 1;

interface Place {
  name: string;
  request: ScanRequest;
  /** The phase in which the scan is cancelled. */
  phase: ScanPhase;
  /** Where the provider listens. */
  origin: string;
}

export async function cancelBenchmark(): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'waystamp-cancel-'));
  const threads: Worker[] = [];
  const provider = async (options: Partial<DemoOptions>): Promise<string> => {
    const thread = new Worker(new URL('provider-thread.ts', import.meta.url), { workerData: options });
    threads.push(thread);
    return new Promise((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('error', reject);
    });
  };
  try {
    const demo = await openDemo();
    const { mails, owner } = await demo.mailbox();
    const smallMails = Array.from({ length: FILE_COPIES }, () =>
      mails.map((mail) => mboxChunk(mail, mail.id)),
    ).flat();
    await writeFile(join(folder, 'small.mbox'), smallMails);
    await writeFile(join(folder, 'large.mbox'), await largeMailbox(1));
    const file = async (name: string): Promise<ScanRequest> => ({
      source: { kind: 'file', file: await openAsBlob(join(folder, name)), name },
      thorough: false,
    });
    const origin = await provider({ mails: ACCOUNT_MAILS });
    const largeOrigin = await provider({ mboxPath: join(folder, 'large.mbox'), mboxOwner: owner });
    const account = (thorough: boolean): ScanRequest => ({ source: { kind: 'account' }, thorough });
    const places: Place[] = [
      { name: 'searching', request: account(false), phase: 'searching', origin },
      { name: 'reading headers', request: account(true), phase: 'headers', origin },
      { name: 'reading mails', request: account(false), phase: 'reading', origin },
      { name: 'reading mails of 25 MB', request: account(false), phase: 'reading', origin: largeOrigin },
      { name: 'a file of usual mails', request: await file('small.mbox'), phase: 'reading', origin },
      { name: 'a file of mails of 25 MB', request: await file('large.mbox'), phase: 'reading', origin },
    ];
    const measurements: Measurement[] = [];
    for (const place of places) {
      const times = await cancelTimes(demo, place);
      measurements.push(measurement('scan', `cancel, ${place.name} (the maximum is the worst)`, 'ms', times));
    }
    return measurements;
  } finally {
    for (const thread of threads) await thread.terminate();
    await rm(folder, { recursive: true });
  }
}

async function cancelTimes(demo: Demo, place: Place): Promise<number[]> {
  const random = createRandom(`cancel ${place.name}`);
  const { length } = await scan(demo, place, null);
  const times: number[] = [];
  while (times.length < CANCELS) {
    const { cancelled } = await scan(demo, place, random.next() * length);
    // A scan may finish just before it is cancelled.
    if (cancelled !== null) times.push(cancelled);
  }
  return times;
}

interface Timed {
  /** How long the place's phase lasted, in milliseconds. */
  length: number;
  /** How long the cancel took, in milliseconds; null when the scan was not cancelled. */
  cancelled: number | null;
}

/** @param after when to cancel, in milliseconds after the phase has begun; null: never */
async function scan(demo: Demo, { request, phase, origin }: Place, after: number | null): Promise<Timed> {
  const timed: Timed = { length: 0, cancelled: null };
  let begun: number | null = null;
  let cancelling: Promise<unknown> = Promise.resolve();
  const cancelAt = async (due: number): Promise<void> => {
    await systemClock.sleep(due - performance.now());
    // A timer may fire a little early. If it fires late, the scan held it up.
    const pressed = Math.min(due, performance.now());
    const { phase: end } = await scanner.cancel();
    if (end === 'cancelled') timed.cancelled = performance.now() - pressed;
  };
  const { scanner, store } = await openMeteredDevice(demo, {
    clock: systemClock,
    provider: 'demo',
    send: (input, init) => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input);
      return fetch(`${origin}${pathname}${search}`, init);
    },
    onScan: (progress) => {
      const now = performance.now();
      if (begun !== null && timed.length === 0 && progress.phase !== phase) timed.length = now - begun;
      if (begun !== null || progress.phase !== phase) return;
      begun = now;
      if (after === null) return;
      cancelling = cancelAt(now + after);
    },
  });
  const { phase: end } = await scanner.scan(request);
  await cancelling;
  store.close();
  if (end !== 'done' && timed.cancelled === null) throw new Error(`The scan ended as ${end}.`);
  return timed;
}
