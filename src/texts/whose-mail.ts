/** For which account mail of a file counts, and what to do about tickets that went to another address. */

/** Beside the way to a file. @param address of the account that is signed in; null when nobody is */
export function fileCounts(address: string | null): string {
  return address === null
    ? 'A file is judged for the account that you sign in with to compare: a mail counts when that address stands in its To or Cc.'
    : `A file is judged for the account that is signed in: a mail counts when ${address} stands in its To or Cc.`;
}

/** What to do about tickets to another address. */
export function otherAddress(address: string | null): string {
  return address === null
    ? 'Tickets to several addresses are compared one account at a time.'
    : 'For tickets to another address, press Disconnect, which empties this device, and sign in with that address.';
}
