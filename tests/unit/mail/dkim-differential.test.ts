/**
 * Our verifier compared with mailauth's on generated mails. Both must agree on whether a signature passes, had expired,
 * fails, is refused by policy, or cannot be used. `dkim-differences.test.ts` lists the intended differences with
 * reasons.
 */
import { expect, test } from 'vitest';
import { verifyDkim } from '../../../mail/dkim/verify.ts';
import { type Outcome, askMailauth, outcomeOf } from './mailauth.ts';
import { type SignedMail, generateSignedMail } from './signed-mails.ts';

/** Our reasons where mailauth may decide otherwise, and the outcome that we must then give. */
const KNOWN_DIFFERENCES = new Map<string, Outcome>([
  ['l= is larger than the body', 'unusable'],
  ['rsa-sha1 must not be used (RFC 8301 3.1)', 'policy'],
  ['The signature has no b=', 'unusable'],
  ['b= is not base64', 'unusable'],
]);

/**
 * mailauth hashes the body before it looks up the key, and we do it afterwards. When both steps fail, each reports its
 * own first failure.
 */
const WITHOUT_A_KEY = 'There is no key for this signature';

/** The outcome that we must give when mailauth gives this one. */
function meantWhere(theirs: Outcome, reason = ''): Outcome {
  if (reason === WITHOUT_A_KEY && theirs === 'fail') return 'unusable';
  return KNOWN_DIFFERENCES.get(reason) ?? theirs;
}

const BEST_FIRST: readonly Outcome[] = ['pass', 'expired', 'fail', 'policy', 'unusable'];

/** mailauth's verdict on each signature: the best one over tries with a single record for each name. */
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

/** The number of mails; a long run sets a higher one. */
const MAILS = Number(process.env['WAYSTAMP_DKIM_MAILS'] ?? 2000);
/** Milliseconds: 4 per mail on an idle machine, with room for a busy one. */
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
    // Every outcome must occur often enough for the test to cover it.
    expect(tally.pass).toBeGreaterThan(MAILS / 5);
    expect(tally.fail).toBeGreaterThan(MAILS / 5);
    expect(tally.unusable).toBeGreaterThan(MAILS / 10);
    expect(tally.policy).toBeGreaterThan(MAILS / 100);
    expect(tally.expired).toBeGreaterThan(MAILS / 100);
  },
  TIMEOUT,
);
