import type { Slice } from '../../mail/slices.ts';
import { inOneGo } from '../../mail/slices.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const INVALID = 0xff;
const LARGEST = 63;
const OUTSIDE = 'a character outside of base64url';
/** Characters decoded before other work gets a turn; a multiple of four. */
const STEP = 256 * 1024;

/** Value of each byte. Both base64 alphabets are accepted, since servers mix them up. */
const VALUES = new Uint8Array(256).fill(INVALID);
for (let value = 0; value < ALPHABET.length; value++) VALUES[ALPHABET.charCodeAt(value)] = value;
VALUES[0x2b] = 62;
VALUES[0x2f] = 63;

/**
 * Decodes base64url (RFC 4648, section 5), with or without padding.
 *
 * @throws RangeError on a character outside the alphabet or an impossible length; what `slice`, awaited between steps,
 *   rejects with
 */
export async function decodeBase64Url(
  text: string,
  slice: Slice = inOneGo,
): Promise<Uint8Array<ArrayBuffer>> {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0x3d) end--;
  if (end % 4 === 1 || text.length - end > 2) throw new RangeError('base64url of an impossible length');
  const bytes = new Uint8Array(Math.floor((end * 3) / 4));
  const codes = new TextEncoder().encode(text);
  let at = 0;
  let i = 0;
  // Four characters at a time: a mail of 25 MB is 33 million of them.
  for (const groups = end - (end % 4); i < groups; i += 4) {
    if (i % STEP === 0) await slice();
    const a = VALUES[codes[i] ?? 0] ?? INVALID;
    const b = VALUES[codes[i + 1] ?? 0] ?? INVALID;
    const c = VALUES[codes[i + 2] ?? 0] ?? INVALID;
    const d = VALUES[codes[i + 3] ?? 0] ?? INVALID;
    if ((a | b | c | d) > LARGEST) throw new RangeError(OUTSIDE);
    bytes[at] = (a << 2) | (b >> 4);
    bytes[at + 1] = (b << 4) | (c >> 2);
    bytes[at + 2] = (c << 6) | d;
    at += 3;
  }
  let held = 0;
  for (const start = i; i < end; i++) {
    const value = VALUES[codes[i] ?? 0] ?? INVALID;
    if (value > LARGEST) throw new RangeError(OUTSIDE);
    held = (held << 6) | value;
    if (i > start) bytes[at++] = held >> (i === start + 1 ? 4 : 2);
  }
  return bytes;
}
