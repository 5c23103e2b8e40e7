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
