/** What Waystamp found out about a mail, in plain words (DESIGN 4). */
import type { EvidenceMail } from '../../worker/contract.ts';

export type TierReason = NonNullable<EvidenceMail['reason']>;

/** The one whose signature did not verify the mail: its domain, or `a domain` when that cannot be read. */
interface Signer {
  domain: string;
  /** 0 when no key was read. */
  keyBits: number;
}

const SOMEBODY: Signer = { domain: 'a domain', keyBits: 0 };

/** Why a mail counts as self-attested only. Every reason of the contract has its sentence. */
export const REASON_TEXTS: Readonly<Record<TierReason, (signer: Signer) => string>> = {
  unsigned: () => 'Not signed, so nothing proves who sent it.',
  'signature-failed': ({ domain }) =>
    `It carries a signature of ${domain} that does not hold: the mail was changed on its way, came after the signature had expired, or is not genuine.`,
  'key-unknown': ({ domain }) =>
    `Signed by ${domain}, but the key that would prove it is not known, or was withdrawn.`,
  'key-outdated': ({ domain }) =>
    `Signed by ${domain}, but with a key that was not in use when the mail was received.`,
  'foreign-signer': ({ domain }) => `Signed by ${domain}, which does not speak for this event.`,
  'body-limited': ({ domain }) =>
    `Signed by ${domain}, but not the whole mail: anyone could have added the rest.`,
  'subject-unsigned': ({ domain }) => `Signed by ${domain}, but the subject is left out of the signature.`,
  'from-unsigned': ({ domain }) => `Signed by ${domain}, but the sender is left out of the signature.`,
  'to-unsigned': ({ domain }) => `Signed by ${domain}, but the recipient is left out of the signature.`,
  'mime-unsigned': ({ domain }) =>
    `Signed by ${domain}, but the signature leaves open how the text is to be read, and the subject alone does not say enough.`,
  'not-addressed': ({ domain }) => `Signed by ${domain}. Not addressed to you in a signed To or Cc.`,
  'duplicate-headers': ({ domain }) =>
    `Signed by ${domain}, but it has two subjects, senders or recipients’ lines, so it is unclear which one was signed.`,
  'key-too-small': ({ domain, keyBits }) =>
    `Signed by ${domain} with a ${keyBits === 0 ? '' : `${keyBits}-bit `}key, which is too short to trust.`,
  'algorithm-refused': ({ domain }) =>
    `Signed by ${domain} with a method that can be forged, or that is not known here.`,
};

/** A newer version may have noted a reason that this one does not know. */
const OTHER_REASON = 'Its signature does not prove who sent it.';

type Signature = NonNullable<EvidenceMail['signature']>;

/** `2048-bit key`, or `Ed25519 key`, whose strength is not told by its bits. */
function keyText({ algorithm, keyBits }: Signature): string {
  return algorithm.startsWith('ed25519') ? 'Ed25519 key' : `${keyBits}-bit key`;
}

/** The verdict on one mail: who signed it and how well, or why nobody vouches for it. */
export function verdict(mail: Pick<EvidenceMail, 'tier' | 'reason' | 'signature' | 'refused'>): string {
  const { signature, reason } = mail;
  if (mail.tier === 'verified' && signature !== null) {
    const weak = signature.weak ? ', weak by today’s measure' : '';
    return `Signed by ${signature.domain}, whole mail, ${keyText(signature)}${weak}.`;
  }
  if (reason === null || !Object.hasOwn(REASON_TEXTS, reason)) return OTHER_REASON;
  return REASON_TEXTS[reason](mail.refused ?? SOMEBODY);
}

/** What a verdict means for the fact: `Verified`, or `Counts as self-attested only`. */
export function tierText(tier: EvidenceMail['tier']): string {
  return tier === 'verified' ? 'Verified' : 'Counts as self-attested only';
}
