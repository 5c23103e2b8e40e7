import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Catalog } from './schema.ts';

/** A value as JSON holds it. Members that are undefined are left out, as `JSON.stringify` does. */
type Json =
  string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json | undefined };

/**
 * The canonical form of a JSON value (RFC 8785): no white space, members sorted by their names' UTF-16 units, strings
 * and numbers as ECMAScript writes them, which is what the RFC refers to.
 *
 * @throws TypeError for what has no canonical form: a number that is not finite, text that is no valid Unicode
 */
export function canonicalJson(value: Json): string {
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.keys(value)
      .toSorted()
      .flatMap((name) => {
        const member = value[name];
        return member === undefined ? [] : [`${canonicalJson(name)}:${canonicalJson(member)}`];
      });
    return `{${members.join(',')}}`;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError('not a finite number');
  if (typeof value === 'string' && !value.isWellFormed()) throw new TypeError('a lone surrogate');
  return JSON.stringify(value);
}

/** `Array.isArray` does not know read-only arrays. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** The name of a catalog: SHA-256 of its canonical JSON, in lower-case hex. */
export function catalogHash(catalog: Catalog): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(catalog))));
}
