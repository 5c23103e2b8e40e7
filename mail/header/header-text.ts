import { decodeWords } from 'postal-mime';

/**
 * How much of a header value is decoded, in characters; a thousand recipients fit. Joining encoded words takes time
 * that grows with the square of their number.
 */
export const MAX_DECODED = 64 * 1024;

/** The subject of a mail that has none. */
export const NO_SUBJECT = 'No Subject';

/** Decodes the encoded words of a header value (RFC 2047) and collapses white space. */
export function decodedText(value: string): string {
  return decodeWords(value.slice(0, MAX_DECODED)).replaceAll(/\s+/g, ' ').trim();
}
