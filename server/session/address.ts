import { foldAddress } from '../../mail/header/fold-address.ts';
import { Refusal } from '../web/refusal.ts';

/**
 * An address as stored in accounts: ASCII capitals become lower case. Other capitals are not folded, since that could
 * merge two addresses (in JavaScript, U+212A KELVIN SIGN becomes k), and an address with one is nobody's account.
 *
 * @returns null for an address with other capitals
 */
export function accountAddress(address: string): string | null {
  const folded = address.replaceAll(/[A-Z]/g, (capital) => capital.toLowerCase());
  return folded === folded.toLowerCase() ? folded : null;
}

/** True for two spellings of one mailbox: capitals, plus-tags, and at Gmail dots and either of its names. */
export function isSameAddress(one: string, other: string): boolean {
  const folded = fold(one);
  return one === other || (folded !== null && folded === fold(other));
}

/** The common beginning, without dots and in lower case, of all spellings of this mailbox, for finding candidates. */
export function startWithoutDots(address: string): string | null {
  const folded = fold(address);
  return folded === null ? null : folded.slice(0, folded.lastIndexOf('@')).replaceAll('.', '');
}

/** Null for an address that folding could turn into somebody else's: with other capitals, or not in NFC. */
function fold(address: string): string | null {
  const lower = accountAddress(address);
  return lower === null || lower !== lower.normalize('NFC') ? null : foldAddress(lower);
}

/**
 * Lets a person use their own address only; does not reveal whether another one has an account.
 *
 * @throws Refusal 403
 */
export function ownAddressOnly(caller: string, named: string): void {
  if (!isSameAddress(caller, named.trim())) throw new Refusal(403, 'This sign-in is for another address.');
}
