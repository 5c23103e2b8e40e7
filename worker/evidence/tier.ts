import type { CatalogEvent } from '../../catalog/index.ts';
import type { Evidence, TierReason } from '../records.ts';
import type { DkimCause, DkimVerdict } from './dkim-verdict.ts';

/** RSA keys under this size verify, and are shown as weak (RFC 8301 3.2, DESIGN 4). */
const STRONG_RSA_BITS = 2048;

/** What a cause means to the person whose mail it is. */
const REASON_OF: Readonly<Record<DkimCause, TierReason>> = {
  malformed: 'signature-failed',
  'from-unsigned': 'from-unsigned',
  unsupported: 'algorithm-refused',
  'algorithm-refused': 'algorithm-refused',
  expired: 'signature-failed',
  'body-changed': 'signature-failed',
  'signature-wrong': 'signature-failed',
  'key-lookup-failed': 'key-unknown',
  'key-missing': 'key-unknown',
  'key-unusable': 'key-unknown',
  'key-too-small': 'key-too-small',
  'key-revoked': 'key-unknown',
  'key-outdated': 'key-outdated',
  'not-checked': 'signature-failed',
};

/** Reasons from the nearest to a verified mail to the farthest: the nearest one explains most. */
const NEAREST_FIRST: readonly TierReason[] = [
  'subject-unsigned',
  'body-limited',
  'from-unsigned',
  'key-outdated',
  'key-too-small',
  'algorithm-refused',
  'key-unknown',
  'signature-failed',
];

/**
 * The tier of an attesting mail for one event (DESIGN 4): verified when one signature of the event's signers
 * passes and covers From, Subject and the whole body, and neither of the two headers stands there twice.
 *
 * @param headerCounts how often each header occurs
 * @param verdicts on all of the mail's signatures
 */
export function judgeTier(
  event: CatalogEvent,
  headerCounts: ReadonlyMap<string, number>,
  verdicts: readonly DkimVerdict[],
): Tier {
  const [first] = verdicts;
  if (first === undefined) return selfAttested('unsigned');
  const own = verdicts.filter(({ domain }) => event.signers.includes(domain));
  const [ownFirst] = own;
  if (ownFirst === undefined) return selfAttested('foreign-signer', first);
  if ((headerCounts.get('subject') ?? 0) > 1 || (headerCounts.get('from') ?? 0) > 1) {
    return selfAttested('duplicate-headers', ownFirst);
  }
  const reasons: TierReason[] = [];
  for (const verdict of own) {
    const reason = reasonAgainst(verdict);
    if (reason === null)
      return { tier: 'verified', reason: null, signature: describe(verdict), refused: null };
    reasons.push(reason);
  }
  const nearest = NEAREST_FIRST.find((reason) => reasons.includes(reason)) ?? 'signature-failed';
  return selfAttested(nearest, own[reasons.indexOf(nearest)] ?? ownFirst);
}

type Tier = Pick<Evidence, 'tier' | 'reason' | 'signature' | 'refused'>;

/** A signature whose domain cannot be read has nobody to name. */
function selfAttested(reason: TierReason, verdict?: DkimVerdict): Tier {
  const refused =
    verdict === undefined || verdict.domain === ''
      ? null
      : { domain: verdict.domain, keyBits: verdict.keyBits };
  return { tier: 'selfAttested', reason, signature: null, refused };
}

/** Null when the signature verifies the mail. */
function reasonAgainst({ cause, bodyLimited, signedHeaders }: DkimVerdict): TierReason | null {
  if (cause !== null) return REASON_OF[cause];
  if (!signedHeaders.includes('subject')) return 'subject-unsigned';
  if (!signedHeaders.includes('from')) return 'from-unsigned';
  return bodyLimited ? 'body-limited' : null;
}

function describe({ domain, selector, algorithm, keyBits }: DkimVerdict): Evidence['signature'] {
  return {
    domain,
    selector,
    algorithm,
    keyBits,
    weak: algorithm.startsWith('rsa') && keyBits < STRONG_RSA_BITS,
  };
}
