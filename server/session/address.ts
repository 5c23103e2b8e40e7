import { foldAddress } from '../../mail/header/fold-address.ts';
import { Refusal } from '../web/refusal.ts';

/**
 * An address as accounts are stored under: its ASCII capitals in lower case. Others are not folded, since two
 * addresses could become one so (JavaScript's lower case of U+212A KELVIN SIGN is k), and an address with such a
 * capital is nobody's account.
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

/** What every spelling of this mailbox begins with once its dots are taken out, in lower case: to find candidates by. */
export function startWithoutDots(address: string): string | null {
  const folded = fold(address);
  return folded === null ? null : folded.slice(0, folded.lastIndexOf('@')).replaceAll('.', '');
}

/** Null for an address whose folding could make it somebody else's: with other capitals, or not in NFC. */
function fold(address: string): string | null {
  const lower = accountAddress(address);
  return lower === null || lower !== lower.normalize('NFC') ? null : foldAddress(lower);
}

/**
 * A person may touch their own address only; whether another one has an account is not told.
 *
 * @throws Refusal 403
 */
export function ownAddressOnly(caller: string, named: string): void {
  if (!isSameAddress(caller, named.trim())) throw new Refusal(403, 'This sign-in is for another address.');
}
