/**
 * Our verifier against mailauth's (its strict mode) on generated mails. Both must agree on whether a signature
 * passes, fails, is refused by policy, or cannot be used. The differences that are meant:
 *
 * - mailauth 7 judges `t=` only in `signatureTimeValid`; we do not believe signatures of the future. The
 *   generated ones are not from the future.
 * - mailauth accepts an `l=` beyond the end of the body; RFC 6376 3.5 forbids it, and we refuse it.
 */
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { expect, test } from 'vitest';
import { verifyDkim } from '../../../worker/evidence/index.ts';
import { generateSignedMail } from './signed-mails.ts';

/** Verifiers word errors differently (RFC 8601 leaves the choice); what passes, fails or is refused they share. */
function outcome(status: string | undefined): string {
  return status === 'pass' || status === 'fail' || status === 'policy' ? status : 'unusable';
}

/** How many mails; the soak run asks for 10,000. */
const MAILS = Number(process.env['WAYSTAMP_DKIM_MAILS'] ?? 400);
/** Milliseconds: 2 for a mail on an idle machine, with room for a busy one. */
const TIMEOUT = 60_000 + MAILS * 20;

test(
  `${MAILS} generated mails get mailauth's verdicts`,
  async () => {
    const tally = { pass: 0, other: 0 };
    const disagreements: unknown[] = [];
    for (let seed = 1; seed <= MAILS; seed += 1) {
      const { raw, story, records, receivedAt } = await generateSignedMail(seed);
      const find = (name: string): string | undefined => records.get(name.toLowerCase());
      const ours = await verifyDkim(raw, (name) => Promise.resolve([find(name) ?? []].flat()), receivedAt);
      const { results: theirs } = await dkimVerify(Buffer.from(raw), {
        strict: true,
        curTime: receivedAt,
        resolver: (name: string) => {
          const record = find(name);
          return record === undefined ? Promise.reject(new Error('ENOTFOUND')) : Promise.resolve([[record]]);
        },
      });
      const outcomes = ours.map(({ status }) => outcome(status));
      const meant = theirs.map(({ status }, at) =>
        ours[at]?.reason === 'l= is larger than the body' ? 'unusable' : outcome(status.result),
      );
      if (outcomes.join() !== meant.join()) {
        disagreements.push({ seed, story, ours, theirs: theirs.map(({ status }) => status) });
      }
      for (const verdict of outcomes) tally[verdict === 'pass' ? 'pass' : 'other'] += 1;
    }
    expect(disagreements).toEqual([]);
    // Neither kind may be missing, or the test would show nothing.
    expect(tally.pass).toBeGreaterThan(MAILS / 5);
    expect(tally.other).toBeGreaterThan(MAILS / 5);
  },
  TIMEOUT,
);
