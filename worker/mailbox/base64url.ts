const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const INVALID = 0xff;

/** Value of each ASCII character; both alphabets are read, since servers mix them up. */
const VALUES = new Uint8Array(128).fill(INVALID);
for (let value = 0; value < ALPHABET.length; value++) VALUES[ALPHABET.charCodeAt(value)] = value;
VALUES[0x2b] = 62;
VALUES[0x2f] = 63;

/**
 * Decodes base64url (RFC 4648, section 5), with or without padding.
 *
 * @throws RangeError on a character outside of the alphabet or an impossible length
 */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0x3d) end--;
  if (end % 4 === 1 || text.length - end > 2) throw new RangeError('base64url of an impossible length');
  const bytes = new Uint8Array(Math.floor((end * 3) / 4));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (let i = 0; i < end; i++) {
    const code = text.charCodeAt(i);
    const value = code < 128 ? (VALUES[code] ?? INVALID) : INVALID;
    if (value === INVALID) throw new RangeError('a character outside of base64url');
    held = (held << 6) | value;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = (held >> bits) & 0xff;
    }
  }
  return bytes;
}
