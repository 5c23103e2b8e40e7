import { type CatalogEvent, signersOf } from '../../catalog/index.ts';
import type { Evidence, TierReason } from '../records.ts';
import type { DkimCause, DkimVerdict } from '../../mail/dkim/verdict.ts';
import type { RawMail } from '../../mail/header/raw-mail.ts';
import { bodyReadsAsSigned, isSignedOnce, signedRecipients } from './signed-parts.ts';

/** RSA keys below this size verify, but are shown as weak (RFC 8301 3.2). */
const STRONG_RSA_BITS = 2048;

/** The reason shown to the person for each cause. */
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

/** Reasons ordered from nearest to farthest from a verified mail; the nearest explains most. */
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

/** Headers that say who wrote to whom about what. Each must be signed and occur once. */
const TOLD_ONCE = ['from', 'subject', 'to'] as const;

/** The mail to judge. */
export interface JudgedMail {
  /** The address in `From`, in lower case; null when there is none or more than one, and for unsigned mail. */
  from: string | null;
  /** The mail that the verdicts are about; null when it is known to be unsigned. */
  cut: Pick<RawMail, 'fields' | 'body'> | null;
  /** Whether the subject alone attests the event. */
  subjectAttests: boolean;
}

type Tier = Pick<Evidence, 'tier' | 'reason' | 'signature' | 'refused' | 'signedTo'>;

/**
 * The tier of an attesting mail for one event. It is verified when a signature of one of the event's signers passes and
 * covers From, Subject, To and the whole body, each of these headers occurs once, and the body is read as it was signed
 * or the subject alone attests. `vector/counted.ts` checks the recipient, once the account is known.
 *
 * @param verdicts on all of the mail's signatures
 */
export function judgeTier(event: CatalogEvent, mail: JudgedMail, verdicts: readonly DkimVerdict[]): Tier {
  const [first] = verdicts;
  if (first === undefined) return selfAttested('unsigned');
  const signers = signersOf(event, mail.from);
  const own = verdicts.filter(({ domain }) => signers.has(domain));
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

/** A signature with an unreadable domain names nobody. */
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
