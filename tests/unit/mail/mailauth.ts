/** mailauth in its strict mode, the other verifier that ours is compared with. */
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import type { DkimResult } from '../../../mail/dkim/verdict.ts';

/** `expired` stands for a signature that is right and was too old; both call it neutral. */
export type Outcome = 'pass' | 'expired' | 'fail' | 'policy' | 'unusable';

/** Verifiers word errors differently (RFC 8601 leaves the choice); what passes, fails or is refused they share. */
function outcome(status: string | undefined, isExpired: boolean): Outcome {
  if (isExpired) return 'expired';
  return status === 'pass' || status === 'fail' || status === 'policy' ? status : 'unusable';
}

/** Our verdict in the words that both share. */
export function outcomeOf({ status, reason }: DkimResult): Outcome {
  return outcome(status, reason === 'The signature had expired when the mail was received');
}

/**
 * What mailauth says on each signature, from top to bottom.
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
