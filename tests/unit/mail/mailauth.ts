/** mailauth in strict mode: the verifier that ours is compared with. */
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import type { DkimResult } from '../../../mail/dkim/verdict.ts';

/** `expired` stands for a correct signature that was too old; both verifiers call it neutral. */
export type Outcome = 'pass' | 'expired' | 'fail' | 'policy' | 'unusable';

/** Verifiers word errors differently (RFC 8601 allows that), but agree on what passes, fails or is refused. */
function outcome(status: string | undefined, isExpired: boolean): Outcome {
  if (isExpired) return 'expired';
  return status === 'pass' || status === 'fail' || status === 'policy' ? status : 'unusable';
}

/** Our verdict as an outcome that both share. */
export function outcomeOf({ status, reason }: DkimResult): Outcome {
  return outcome(status, reason === 'The signature had expired when the mail was received');
}

/**
 * What mailauth says about each signature, from top to bottom.
 *
 * @param record the TXT record at a name; undefined when there is none
 */
export async function askMailauth(
  raw: Uint8Array,
  record: (name: string) => string | undefined,
  receivedAt?: Date,
): Promise<Outcome[]> {
  const { results } = await dkimVerify(Buffer.from(raw), {
    strict: true,
    ...(receivedAt && { curTime: receivedAt }),
    resolver: (name: string) => {
      const found = record(name.toLowerCase());
      return found === undefined ? Promise.reject(new Error('ENOTFOUND')) : Promise.resolve([[found]]);
    },
  });
  return results.map(({ status }) => outcome(status.result, status.comment === 'expired'));
}
