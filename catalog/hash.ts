import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from './canonical-json.ts';
import type { Catalog } from './schema.ts';

/** The form of a catalog's hash. */
export const CATALOG_HASH = /^[0-9a-f]{64}$/;

/** A catalog's hash: SHA-256 of its canonical JSON, in lower-case hex. */
export function catalogHash(catalog: Catalog): string {
  return hashOf(utf8ToBytes(canonicalJson(catalog)));
}

/** The hash of bytes that should be a catalog. */
export function hashOf(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes));
}
