import { foldAddress } from '../evidence/fold-address.ts';
import type { LoggedEvidence } from '../records.ts';

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

/** The entries that count for this account, in the order of the log. */
export function countedEvidence(
  evidence: readonly LoggedEvidence[],
  account: string | null,
): LoggedEvidence[] {
  return evidence.filter(countsFor(account));
}
