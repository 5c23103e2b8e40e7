import { foldAddress } from '../../mail/header/fold-address.ts';
import type { Evidence, LoggedEvidence } from '../records.ts';

/**
 * Makes a test for whether a mail counts for this account. All mail of the account's own mailbox does; mail of a file
 * only if it was addressed to the account.
 *
 * @param account address of the signed-in account; null when nobody is signed in, so that every mail counts
 */
export function countsFor(account: string | null): (entry: LoggedEvidence) => boolean {
  if (account === null) return () => true;
  const own = foldAddress(account);
  return (entry) => entry.source === 'account' || entry.addressedTo.includes(own);
}

/**
 * The log as judged for this account: a verified mail whose signed To and Cc lack the account is self-attested. Anybody
 * can write a Delivered-To into a file, and a mail signed for somebody else proves nothing about this person.
 *
 * @param account null when nobody is signed in, so that a mail's own tier stands
 */
export function judgedFor<Entry extends Evidence>(
  evidence: readonly Entry[],
  account: string | null,
): Entry[] {
  if (account === null) return [...evidence];
  const own = foldAddress(account);
  return evidence.map((entry): Entry => {
    if (entry.tier !== 'verified' || entry.signedTo.includes(own)) return entry;
    const { signature } = entry;
    const refused = signature === null ? null : { domain: signature.domain, keyBits: signature.keyBits };
    return { ...entry, tier: 'selfAttested', reason: 'not-addressed', signature: null, refused };
  });
}

/** The entries that count for this account, as judged for it, in the order of the log. */
export function countedEvidence(
  evidence: readonly LoggedEvidence[],
  account: string | null,
): LoggedEvidence[] {
  return judgedFor(evidence, account).filter(countsFor(account));
}
