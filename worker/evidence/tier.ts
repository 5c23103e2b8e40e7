import type { CatalogEvent } from '../../catalog/index.ts';
import type { Evidence, TierReason } from '../records.ts';
import type { DkimCause, DkimVerdict } from '../../mail/dkim/verdict.ts';
import type { RawMail } from '../../mail/header/raw-mail.ts';
import { bodyReadsAsSigned, isSignedOnce, signedRecipients } from './signed-parts.ts';

/** RSA keys under this size verify, and are shown as weak (RFC 8301 3.2, DESIGN 4). */
const STRONG_RSA_BITS = 2048;

/** What a cause means to the person whose mail it is. */
const REASON_OF: Readonly<Record<Exclude<DkimCause, 'body-limited'>, TierReason>> = {
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
  'mime-unsigned',
  'to-unsigned',
  'subject-unsigned',
  'body-limited',
  'from-unsigned',
  'key-outdated',
  'key-too-small',
  'algorithm-refused',
  'key-unknown',
  'signature-failed',
];

/** Headers that tell who wrote to whom about what: each is signed, and stands there once. */
const TOLD_ONCE = ['from', 'subject', 'to'] as const;

/** The mail that is judged. */
export interface JudgedMail {
  /** The mail that the verdicts are on; null where it is known to carry no signature. */
  cut: Pick<RawMail, 'fields' | 'body'> | null;
  /** Whether the subject attests the event without the body. */
  subjectAttests: boolean;
}

type Tier = Pick<Evidence, 'tier' | 'reason' | 'signature' | 'refused' | 'signedTo'>;

/**
 * The tier of an attesting mail for one event (DESIGN 4): verified when one signature of the event's signers passes and
 * covers From, Subject, To and the whole body, none of these headers stands there twice, and the body is read as it was
 * signed, unless the subject says it all. Whether the mail was addressed to the account is judged where the account is
 * known (`vector/counted.ts`).
 *
 * @param verdicts on all of the mail's signatures
 */
export function judgeTier(event: CatalogEvent, mail: JudgedMail, verdicts: readonly DkimVerdict[]): Tier {
  const [first] = verdicts;
  if (first === undefined) return selfAttested('unsigned');
  const own = verdicts.filter(({ domain }) => event.signers.includes(domain));
  const [ownFirst] = own;
  if (ownFirst === undefined) return selfAttested('foreign-signer', first);
  const fields = mail.cut?.fields ?? [];
  if (TOLD_ONCE.some((name) => fields.filter((field) => field.name === name).length > 1)) {
    return selfAttested('duplicate-headers', ownFirst);
  }
  const reasons: TierReason[] = [];
  for (const verdict of own) {
    const reason = reasonAgainst(verdict, mail);
    if (reason === null) {
      const signedTo = signedRecipients(fields, verdict.signedHeaders);
      return { tier: 'verified', reason: null, signature: describe(verdict), refused: null, signedTo };
    }
    reasons.push(reason);
  }
  const nearest = NEAREST_FIRST.find((reason) => reasons.includes(reason)) ?? 'signature-failed';
  return selfAttested(nearest, own[reasons.indexOf(nearest)] ?? ownFirst);
}

/** A signature whose domain cannot be read has nobody to name. */
function selfAttested(reason: TierReason, verdict?: DkimVerdict): Tier {
  const refused =
    verdict === undefined || verdict.domain === ''
      ? null
      : { domain: verdict.domain, keyBits: verdict.keyBits };
  return { tier: 'selfAttested', reason, signature: null, refused, signedTo: [] };
}

/** Null when the signature verifies the mail. */
function reasonAgainst(
  { cause, bodyLimited, signedHeaders }: DkimVerdict,
  { cut, subjectAttests }: JudgedMail,
): TierReason | null {
  if (cause !== null && cause !== 'body-limited') return REASON_OF[cause];
  if (cut === null) return 'unsigned';
  const { fields } = cut;
  if (!isSignedOnce(fields, signedHeaders, 'subject')) return 'subject-unsigned';
  if (!isSignedOnce(fields, signedHeaders, 'from')) return 'from-unsigned';
  if (bodyLimited || cause === 'body-limited') return 'body-limited';
  if (!isSignedOnce(fields, signedHeaders, 'to')) return 'to-unsigned';
  return subjectAttests || bodyReadsAsSigned(cut, signedHeaders) ? null : 'mime-unsigned';
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
