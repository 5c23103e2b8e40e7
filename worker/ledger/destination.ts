/** Where a request goes, without anything that belongs to a person. */
export interface Destination {
  origin: string;
  /** See {@link callOf}. */
  call: string;
}

/**
 * The fixed words in the paths of our calls: our server's, Gmail's, the provider's, the identity service's and the blob
 * store's. Any other part may be an id, a name or a token.
 */
const WORDS = new Set(
  [
    'api config organisers catalogs dkim keys session users create_account update_psi_keys get_by_email psi upload round2 disclose disclosures',
    'gmail v1 me messages profile history demo token revoke',
    'identitytoolkit.googleapis.com securetoken.googleapis.com accounts:signUp accounts:lookup accounts:delete',
    'blob mpu assets gsi client',
  ].flatMap((line) => line.split(' ')),
);

/**
 * The pattern of a call: its path, with `…` for every part that is not a fixed word and without the query.
 * `/gmail/v1/users/me/messages/18c2?format=raw` → `/gmail/v1/users/me/messages/…`
 */
export function callOf(pathname: string): string {
  const parts = pathname.split('/').map((part) => (part === '' || WORDS.has(part) ? part : '…'));
  return parts.filter((part, index) => part !== '…' || parts[index - 1] !== '…').join('/');
}

/** @param base the origin against which a relative address is resolved */
export function destinationOf(address: string, base: string): Destination {
  const { origin, pathname } = new URL(address, base);
  return { origin, call: callOf(pathname) };
}
