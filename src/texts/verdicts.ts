/** What Waystamp found out about a mail, in plain words. */
import type { EvidenceMail } from '../../worker/contract.ts';
import { fill } from '../language/forms.ts';
import { textsOf } from '../language/language.ts';
import { reasonTexts, tierTexts, verdictTexts } from './en/evidence.ts';

type TierReason = NonNullable<EvidenceMail['reason']>;
type Signature = NonNullable<EvidenceMail['signature']>;

/** `2048-bit key`, or `Ed25519 key`, whose strength is not told by its bits. */
function keyText({ algorithm, keyBits }: Signature): string {
  const { ed25519, key } = textsOf(verdictTexts);
  return algorithm.startsWith('ed25519') ? ed25519 : key({ bits: keyBits });
}

/** The verdict on one mail: who signed it and how well, or why nobody vouches for it. */
export function verdict(mail: Pick<EvidenceMail, 'tier' | 'reason' | 'signature' | 'refused'>): string {
  const texts = textsOf(verdictTexts);
  const { signature, reason } = mail;
  if (mail.tier === 'verified' && signature !== null) {
    const named = { domain: signature.domain, key: keyText(signature) };
    return signature.weak ? texts.signedWeakly(named) : texts.signed(named);
  }
  return reason === null ? texts.otherReason : reasonText(reason, mail.refused);
}

/** Why a mail counts as self-attested only. @param signer whose signature did not verify it, where that is known */
function reasonText(reason: TierReason, signer: EvidenceMail['refused']): string {
  const texts = textsOf(verdictTexts);
  const reasons: Readonly<Record<TierReason, string>> = textsOf(reasonTexts);
  // A newer version may have noted a reason that this one does not know.
  if (!Object.hasOwn(reasons, reason)) return texts.otherReason;
  const domain = signer?.domain ?? texts.aDomain;
  const bits = signer?.keyBits ?? 0;
  if (reason === 'key-too-small' && bits > 0) return texts.smallKey({ domain, bits });
  return fill(reasons[reason], { domain });
}

/** What a verdict means for the fact: `Verified`, or `Counts as self-attested only`. */
export function tierText(tier: EvidenceMail['tier']): string {
  return textsOf(tierTexts)[tier];
}
