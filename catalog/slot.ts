import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** Number of slots in the bit vector that the private comparison runs on (DESIGN 3). */
export const SLOT_COUNT = 100;

/**
 * The slot of a subject: SHA-256 of its UTF-8 bytes, the whole digest read as one big-endian integer,
 * modulo 100 (DESIGN 3).
 *
 * @param subject a mail's subject, or a fact's canonical subject
 * @returns an integer from 0 to 99
 */
export function slotOf(subject: string): number {
  let remainder = 0;
  for (const byte of sha256(utf8ToBytes(subject))) remainder = (remainder * 256 + byte) % SLOT_COUNT;
  return remainder;
}
