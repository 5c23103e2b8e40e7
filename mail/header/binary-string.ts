/** Bytes converted in one call; more would overflow the engine's argument list. */
const CHUNK = 8192;

const NOT_ASCII = /[\u0080-\uFFFF]/;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const windows1252 = new TextDecoder('windows-1252');
const encoder = new TextEncoder();

/**
 * Bytes as a string with one character (U+0000 to U+00FF) for each byte. Headers are handled in this form, since mail
 * may carry any 8-bit text and a signature covers the bytes, not their decoded meaning.
 */
export function binaryString(bytes: Uint8Array): string {
  // Most headers are ASCII, where every decoder agrees. Windows-1252 maps each byte to one character.
  const decoded = windows1252.decode(bytes);
  if (!NOT_ASCII.test(decoded)) return decoded;
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return text;
}

/** The bytes of a binary string. */
export function bytesOf(binary: string): Uint8Array<ArrayBuffer> {
  const encoded = encoder.encode(binary);
  // The lengths match only if every character is ASCII.
  if (encoded.length === binary.length) return encoded;
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** Decodes a binary string: as UTF-8 (RFC 6532) if it is valid, otherwise as Windows-1252, as mail clients do. */
export function textOf(binary: string): string {
  if (!NOT_ASCII.test(binary)) return binary;
  const bytes = bytesOf(binary);
  try {
    return utf8.decode(bytes);
  } catch {
    return windows1252.decode(bytes);
  }
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Decodes base64 that may contain folding white space (RFC 6376 2.10); null when it is malformed or empty. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const packed = text.replaceAll(/[ \t\r\n]+/g, '');
  if (!BASE64.test(packed)) return null;
  try {
    return bytesOf(atob(packed));
  } catch {
    return null;
  }
}
