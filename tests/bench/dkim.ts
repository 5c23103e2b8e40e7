/**
 * Signature checks in Node and in the product's worker in Chromium, and in Node compared with mailauth: the same mails,
 * in turns, in one thread.
 */
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { DKIM_FIGURE, DKIM_MAILS, DKIM_RUNS, verifyAll } from '../../worker/bench/dkim.ts';
import { signedMails } from '../../worker/bench/mails/signed-mails.ts';
import { measurement, type Measurement } from '../../worker/measurement.ts';
import { itemsPerSecond, quotients, type Stopwatch } from '../../worker/bench/stopwatch.ts';
import { at, inBothPlaces } from './places.ts';

/** Both rates, and the ratio of ours to mailauth's. @throws when either verifier refuses a mail */
async function besideMailauth(clock: Stopwatch): Promise<Measurement[]> {
  const mails = await signedMails(DKIM_MAILS);
  const inputs = mails.raw.map((raw) => Buffer.from(raw));
  const resolver = (): Promise<string[][]> => Promise.resolve([[mails.record]]);
  const theirs = async (): Promise<void> => {
    for (const input of inputs) {
      const { results } = await dkimVerify(input, { resolver });
      if (results.map(({ status }) => status.result).join() !== 'pass') {
        throw new Error('mailauth does not verify a signed mail.');
      }
    }
  };
  const works = [() => verifyAll(mails), theirs];
  const [ours = [], peer = []] = await itemsPerSecond(clock, DKIM_MAILS, works, DKIM_RUNS);
  return [
    measurement('dkim', `${DKIM_FIGURE}, in turns with mailauth`, 'mails/s', ours),
    measurement('dkim', `${DKIM_FIGURE}, mailauth`, 'mails/s', peer),
    measurement('dkim', 'ours ÷ mailauth', '×', quotients(ours, peer)),
  ];
}

export async function dkimBenchmarks(): Promise<Measurement[]> {
  const figures = await inBothPlaces('dkim', 'product', (place) => place({ suite: 'dkim' }));
  console.error('Measuring dkim beside mailauth in Node …');
  return [...figures, ...at('Node', await besideMailauth(performance))];
}
