import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { CATALOG_HASH } from './hash.ts';

/**
 * What a comparison is about, in the form that both parties bind into its session: SHA-256 of the organiser's slug
 * in UTF-8, a zero byte, and the catalog's hash as its 32 bytes. A slug holds no zero byte, so no two pairs give the
 * same input.
 *
 * @param catalog the catalog's hash in lower-case hex, as `catalogHash` gives it
 * @returns 32 bytes
 * @throws TypeError when `catalog` is not a hash
 */
export function comparisonContext(organiser: string, catalog: string): Uint8Array {
  if (!CATALOG_HASH.test(catalog)) throw new TypeError('not a catalog hash');
  return sha256(concatBytes(utf8ToBytes(organiser), Uint8Array.of(0), hexToBytes(catalog)));
}
