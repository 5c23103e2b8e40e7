/** Verifying DKIM signatures: RSA of 2048 bits over a body of 10 KB (`mail/dkim/verify.ts`). */
import { verifyDkim } from '../../mail/dkim/verify.ts';
import { BODY_LENGTH, type SignedMails, signedMails } from './mails/signed-mails.ts';
import { measurement, type Measurement } from '../measurement.ts';
import { itemsPerSecond, type Stopwatch } from './stopwatch.ts';

/** Mails verified between two readings of the clock. */
export const DKIM_MAILS = 50;
export const DKIM_RUNS = { runs: 30, warmUps: 10 };
/** The name of the figure that is compared with mailauth. */
export const DKIM_FIGURE = 'signatures verified, RSA 2048, 10 KB';

/** @throws when a mail does not verify */
export async function verifyAll({ raw, record }: SignedMails): Promise<void> {
  for (const mail of raw) {
    const results = await verifyDkim(mail, () => Promise.resolve([record]));
    if (results.map(({ status }) => status).join() !== 'pass')
      throw new Error('A signed mail does not verify.');
  }
}

/**
 * Mails a second.
 *
 * @throws when a signed mail does not verify, or a changed one does
 */
export async function dkimBenchmark(clock: Stopwatch): Promise<Measurement[]> {
  const mails = await signedMails(DKIM_MAILS);
  await refuseChanged(mails);
  const [rates = []] = await itemsPerSecond(clock, DKIM_MAILS, [() => verifyAll(mails)], DKIM_RUNS);
  return [measurement('dkim', DKIM_FIGURE, 'mails/s', rates)];
}

async function refuseChanged({ raw: [mail], record }: SignedMails): Promise<void> {
  const changed = Uint8Array.from(mail ?? []);
  const inBody = changed.length - BODY_LENGTH / 2;
  changed[inBody] = (changed[inBody] ?? 0) ^ 1;
  const [result] = await verifyDkim(changed, () => Promise.resolve([record]));
  if (result?.status !== 'fail') throw new Error('A mail verifies that was changed after it was signed.');
}
