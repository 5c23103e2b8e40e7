import { binaryString, textOf } from './binary-string.ts';

/** One header field as it stands in the mail. */
export interface HeaderField {
  /** Lower case, without white space. */
  name: string;
  /** The whole field as a binary string: line ends as CRLF, none at the end. */
  line: string;
}

/** A mail cut in two. Signature checks and MIME parsing both start from this one cut. */
export interface RawMail {
  /** From top to bottom. */
  fields: HeaderField[];
  /** A view on the mail's bytes; line ends as they came. */
  body: Uint8Array;
  /** True when the header section is larger than {@link MAX_HEADER_BYTES}: the rest of it was not read. */
  headerCut: boolean;
}

/** Largest header section that is read, in bytes. Real ones stay under 100 KB; Gmail refuses 500 KB. */
export const MAX_HEADER_BYTES = 1024 * 1024;

const CR = 0x0d;
const LF = 0x0a;
/** RFC 5322 3.6.8 `ftext`, and white space before the colon as RFC 5322 4.5 still allows. */
const FIELD_START = /^([\u0021-\u0039\u003B-\u007E]+)[ \t]*:/;

/**
 * Cuts a mail into header fields and body (RFC 5322 2.1). CRLF and bare LF both end a line. A line that is
 * neither a field nor its continuation belongs to the field above it, so that nothing in the header section is
 * left out of what a signature covers; before the first field (an mbox `From ` line) it is dropped.
 */
export function splitMail(raw: Uint8Array): RawMail {
  let bodyStart = raw.length;
  let headerEnd = raw.length;
  for (let lineStart = 0; lineStart < raw.length;) {
    const lineFeed = raw.indexOf(LF, lineStart);
    if (lineFeed < 0) break;
    if (lineFeed === lineStart || (lineFeed === lineStart + 1 && raw[lineStart] === CR)) {
      headerEnd = lineStart;
      bodyStart = lineFeed + 1;
      break;
    }
    lineStart = lineFeed + 1;
  }
  const headerCut = headerEnd > MAX_HEADER_BYTES;
  const header = binaryString(raw.subarray(0, Math.min(headerEnd, MAX_HEADER_BYTES)));
  return { fields: splitFields(header), body: raw.subarray(bodyStart), headerCut };
}

function splitFields(header: string): HeaderField[] {
  const fields: { name: string; lines: string[] }[] = [];
  for (const line of header.split(/\r?\n/)) {
    const name = FIELD_START.exec(line)?.[1];
    if (name !== undefined) fields.push({ name: name.toLowerCase(), lines: [line] });
    // The last element after the closing line end is empty, and no line.
    else if (line !== '') fields.at(-1)?.lines.push(line);
  }
  return fields.map(({ name, lines }) => ({ name, line: lines.join('\r\n') }));
}

/** The value of a field, unfolded (RFC 5322 2.2.3), as a binary string; still with its encoded words. */
export function rawValue(field: HeaderField): string {
  return field.line.slice(field.line.indexOf(':') + 1).replaceAll('\r\n', '');
}

/** The value of a field as text: unfolded, 8-bit text decoded, white space around it gone. */
export function fieldText(field: HeaderField): string {
  return textOf(rawValue(field))
    .replaceAll(/[\r\n\0]+/g, ' ')
    .trim();
}
