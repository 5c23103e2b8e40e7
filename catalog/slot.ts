import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** Number of slots in the bit vector that the private comparison runs on (DESIGN 3). */
export const SLOT_COUNT = 100;

/**
 * Subjects are encoded into one buffer that is used again: the platform's encoder, with an array of its own for each,
 * takes half as long as the hash. A UTF-16 unit becomes up to three bytes.
 */
const encoded = new Uint8Array(4096);
const LONGEST_ENCODED = Math.floor(encoded.length / 3);

const digest = new Uint8Array(sha256.outputLen);
/** 256^31 to 256^0 modulo the number of slots: what each byte of a digest counts for. */
const weights = digest.map((_, at) => powerOf256(digest.length - 1 - at));

function powerOf256(exponent: number): number {
  let power = 1;
  for (let count = 0; count < exponent; count += 1) power = (power * 256) % SLOT_COUNT;
  return power;
}

/**
 * The slot of a subject: SHA-256 of its UTF-8 bytes, the whole digest read as one big-endian integer,
 * modulo 100 (DESIGN 3).
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

/** The text's UTF-8 bytes; valid until the next call. Long texts and surrogates are left to the platform. */
function utf8(text: string): Uint8Array {
  if (text.length > LONGEST_ENCODED) return utf8ToBytes(text);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) {
      encoded[length] = unit;
      length += 1;
    } else if (unit < 0x800) {
      encoded[length] = 0xc0 | (unit >> 6);
      encoded[length + 1] = 0x80 | (unit & 0x3f);
      length += 2;
    } else if (unit >= 0xd800 && unit <= 0xdfff) {
      return utf8ToBytes(text);
    } else {
      encoded[length] = 0xe0 | (unit >> 12);
      encoded[length + 1] = 0x80 | ((unit >> 6) & 0x3f);
      encoded[length + 2] = 0x80 | (unit & 0x3f);
      length += 3;
    }
  }
  return encoded.subarray(0, length);
}
