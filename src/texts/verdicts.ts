/** What Waystamp found out about a mail, in plain words (DESIGN 4). */
import type { EvidenceMail } from '../../worker/contract.ts';

export type TierReason = NonNullable<EvidenceMail['reason']>;

/** Why a mail counts as self-attested only. Every reason of the contract has its sentence. */
export const REASON_TEXTS: Readonly<Record<TierReason, string>> = {
  unsigned: 'Not signed, so nothing proves who sent it.',
  'signature-failed':
    'Its signature does not match: the mail was changed after it was signed, or it is not genuine.',
  'key-unknown': 'Signed, but the key that would prove it is not known.',
  'foreign-signer': 'Signed, but by a domain that does not speak for this event.',
  'body-limited': 'Its signature covers only a part of the text.',
  'subject-unsigned': 'Its signature leaves out the subject.',
  'from-unsigned': 'Its signature leaves out the sender.',
  'duplicate-headers': 'It has two subjects or two senders, so it is unclear which one was signed.',
  'key-too-small': 'Signed with a key that is too short to trust.',
  'algorithm-refused': 'Signed with a method that can be forged.',
};

type Signature = NonNullable<EvidenceMail['signature']>;

/** `2048-bit key`, or `Ed25519 key`, whose strength is not told by its bits. */
function keyText({ algorithm, keyBits }: Signature): string {
  return algorithm.startsWith('ed25519') ? 'Ed25519 key' : `${keyBits}-bit key`;
}

/** The verdict on one mail: who signed it and how well, or why nobody vouches for it. */
export function verdict(mail: Pick<EvidenceMail, 'tier' | 'reason' | 'signature'>): string {
  const { signature } = mail;
  if (mail.tier === 'verified' && signature !== null) {
    const weak = signature.weak ? ', weak by today’s measure' : '';
    return `Signed by ${signature.domain}, whole mail, ${keyText(signature)}${weak}.`;
  }
  return mail.reason === null ? REASON_TEXTS.unsigned : REASON_TEXTS[mail.reason];
}
