import { foldAddress } from '../../mail/header/fold-address.ts';
import type { Evidence, LoggedEvidence } from '../records.ts';

/**
 * A test for whether a mail counts for this account (DESIGN 5): all mail of the account's own mailbox does;
 * mail of a file only when it was addressed to the account.
 *
 * @param account address of the signed-in account; null when nobody is signed in: then every mail counts
 */
export function countsFor(account: string | null): (entry: LoggedEvidence) => boolean {
  if (account === null) return () => true;
  const own = foldAddress(account);
  return (entry) => entry.source === 'account' || entry.addressedTo.includes(own);
}

/**
 * The log as it stands for this account: a verified mail whose signed To and Cc do not hold the account is
 * self-attested (DESIGN 4). A Delivered-To can be written into a file by anybody, and a mail that was signed for
 * somebody else proves nothing of this person.
 *
 * @param account null when nobody is signed in: then a mail stands as its signature says
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

/** The entries that count for this account, as they stand for it, in the order of the log. */
export function countedEvidence(
  evidence: readonly LoggedEvidence[],
  account: string | null,
): LoggedEvidence[] {
  return judgedFor(evidence, account).filter(countsFor(account));
}
