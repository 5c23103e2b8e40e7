import { sha256 } from '@noble/hashes/sha2.js';

/** Number of slots in the bit vector of the private comparison. */
export const SLOT_COUNT = 100;

const encoder = new TextEncoder();
/** Buffer for encoding a subject of usual length; a new array for each would be slower. Bytes. */
const encoded = new Uint8Array(4096);
/** A UTF-16 unit takes up to three bytes. */
const LONGEST_ENCODED = Math.floor(encoded.length / 3);

const digest = new Uint8Array(sha256.outputLen);
/** The weight of each byte of a digest: 256^31 to 256^0 modulo the number of slots. */
const weights = digest.map((_, at) => powerOf256(digest.length - 1 - at));

function powerOf256(exponent: number): number {
  let power = 1;
  for (let count = 0; count < exponent; count += 1) power = (power * 256) % SLOT_COUNT;
  return power;
}

/**
 * The slot of a subject: SHA-256 of its UTF-8 bytes, with the whole digest read as one big-endian integer, modulo 100.
 *
 * @param subject a mail's subject, or a fact's canonical subject
 * @returns an integer from 0 to 99
 */
export function slotOf(subject: string): number {
  sha256.create().update(utf8(subject)).digestInto(digest);
  let sum = 0;
  for (let at = 0; at < digest.length; at += 1) sum += (digest[at] ?? 0) * (weights[at] ?? 0);
  return sum % SLOT_COUNT;
}

/** The text's UTF-8 bytes; valid until the next call. */
function utf8(text: string): Uint8Array {
  if (text.length > LONGEST_ENCODED) return encoder.encode(text);
  return encoded.subarray(0, encoder.encodeInto(text, encoded).written);
}
