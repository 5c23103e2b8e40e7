/**
 * Our verifier against mailauth's on generated mails. Both must agree on whether a signature passes, had expired,
 * fails, is refused by policy, or cannot be used. Where they are meant to differ stands, with the reasons, in
 * `dkim-differences.test.ts`.
 */
import { expect, test } from 'vitest';
import { verifyDkim } from '../../../mail/dkim/verify.ts';
import { type Outcome, askMailauth, outcomeOf } from './mailauth.ts';
import { type SignedMail, generateSignedMail } from './signed-mails.ts';

/** Our reasons for which mailauth's verdict may be another, and what ours must then be. */
const KNOWN_DIFFERENCES = new Map<string, Outcome>([
  ['l= is larger than the body', 'unusable'],
  ['rsa-sha1 must not be used (RFC 8301 3.1)', 'policy'],
  ['The signature has no b=', 'unusable'],
  ['b= is not base64', 'unusable'],
]);

/** mailauth hashes the body before it asks for the key, we after: both fail, of two reasons each tells its first. */
const WITHOUT_A_KEY = 'There is no key for this signature';

/** What ours must be where mailauth's verdict is this one. */
function meantWhere(theirs: Outcome, reason = ''): Outcome {
  if (reason === WITHOUT_A_KEY && theirs === 'fail') return 'unusable';
  return KNOWN_DIFFERENCES.get(reason) ?? theirs;
}

const BEST_FIRST: readonly Outcome[] = ['pass', 'expired', 'fail', 'policy', 'unusable'];

/** mailauth's verdict on each signature: the best of those that it gives with one record of each name at a time. */
async function judgedByMailauth({ raw, records, receivedAt }: SignedMail): Promise<Outcome[]> {
  const tries = Math.max(1, ...[...records.values()].map(({ length }) => length));
  const best: Outcome[] = [];
  for (let tried = 0; tried < tries; tried += 1) {
    const verdicts = await askMailauth(raw, (name) => records.get(name)?.[tried], receivedAt);
    for (const [at, verdict] of verdicts.entries()) {
      const before = best[at];
      if (before === undefined || BEST_FIRST.indexOf(verdict) < BEST_FIRST.indexOf(before))
        best[at] = verdict;
    }
  }
  return best;
}

/** How many mails; a long run asks for more. */
const MAILS = Number(process.env['WAYSTAMP_DKIM_MAILS'] ?? 2000);
/** Milliseconds: 4 for a mail on an idle machine, with room for a busy one. */
const TIMEOUT = 60_000 + MAILS * 40;

test(
  `${MAILS} generated mails get mailauth's verdicts`,
  async () => {
    const tally: Record<Outcome, number> = { pass: 0, expired: 0, fail: 0, policy: 0, unusable: 0 };
    const disagreements: unknown[] = [];
    for (let seed = 1; seed <= MAILS; seed += 1) {
      const mail = await generateSignedMail(seed);
      const { raw, story, records, receivedAt } = mail;
      const ours = await verifyDkim(raw, (name) => Promise.resolve(records.get(name) ?? []), receivedAt);
      const theirs = await judgedByMailauth(mail);
      const outcomes = ours.map(outcomeOf);
      const meant = theirs.map((verdict, at) => meantWhere(verdict, ours[at]?.reason));
      if (outcomes.join() !== meant.join()) disagreements.push({ seed, story, ours, theirs });
      for (const verdict of outcomes) tally[verdict] += 1;
    }
    expect(disagreements).toEqual([]);
    // No kind may be missing, or the test would show nothing of it.
    expect(tally.pass).toBeGreaterThan(MAILS / 5);
    expect(tally.fail).toBeGreaterThan(MAILS / 5);
    expect(tally.unusable).toBeGreaterThan(MAILS / 10);
    expect(tally.policy).toBeGreaterThan(MAILS / 100);
    expect(tally.expired).toBeGreaterThan(MAILS / 100);
  },
  TIMEOUT,
);
