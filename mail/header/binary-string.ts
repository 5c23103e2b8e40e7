/** How many bytes become characters in one call; more would overflow the engine's argument list. */
const CHUNK = 8192;

const NOT_ASCII = /[\u0080-\uFFFF]/;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const windows1252 = new TextDecoder('windows-1252');
const encoder = new TextEncoder();

/**
 * Bytes as a string of one character (U+0000 to U+00FF) a byte. Headers are handled in this form: mail may
 * carry any 8-bit text, and a signature covers the bytes, not what they decode to.
 */
export function binaryString(bytes: Uint8Array): string {
  // Most headers are ASCII, for which any decoder is right; Windows-1252 makes 8-bit text of 8-bit bytes only.
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
  // UTF-8 has one byte for each character only where all of them are ASCII.
  if (encoded.length === binary.length) return encoded;
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** A binary string as text: UTF-8 (RFC 6532) where it is that, else Windows-1252, as mail clients show it. */
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

/** Decodes base64 with folding white space in it (RFC 6376 2.10); null when it is malformed or empty. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const packed = text.replaceAll(/[ \t\r\n]+/g, '');
  if (!BASE64.test(packed)) return null;
  try {
    return bytesOf(atob(packed));
  } catch {
    return null;
  }
}
