import { binaryString, textOf } from './binary-string.ts';

/** One header field as it stands in the mail. */
export interface HeaderField {
  /** Lower case, without white space. */
  name: string;
  /** The whole field as a binary string: line ends as CRLF, none at the end. */
  line: string;
}

/** A mail split into header and body. Signature checks and MIME parsing both use this split. */
export interface RawMail {
  /** From top to bottom. */
  fields: HeaderField[];
  /** A view on the mail's bytes, with its original line ends. */
  body: Uint8Array;
  /** True when the header section is larger than {@link MAX_HEADER_BYTES} and the rest was not read. */
  headerCut: boolean;
}

/** Largest header section that is read, in bytes. Real ones stay under 100 KB; Gmail refuses 500 KB. */
export const MAX_HEADER_BYTES = 512 * 1024;

const CR = 0x0d;
const LF = 0x0a;
const COLON = 0x3a;

/**
 * Splits a mail into header fields and body (RFC 5322 2.1). CRLF and bare LF both end a line. A line that is neither a
 * field nor a continuation belongs to the field above it, so that nothing in the header section escapes the signature
 * check. Before the first field (an mbox `From ` line) such a line is dropped.
 */
export function splitMail(raw: Uint8Array): RawMail {
  let bodyStart = raw.length;
  let headerEnd = raw.length;
  // A header longer than the limit is cut, and its body is not looked for.
  for (let lineStart = 0; lineStart <= MAX_HEADER_BYTES && lineStart < raw.length;) {
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
  const fields: HeaderField[] = [];
  let name: string | null = null;
  let start = 0;
  const endField = (end: number): void => {
    if (name !== null) fields.push({ name, line: withLineEnds(header.slice(start, end)) });
  };
  for (let line = 0; line < header.length;) {
    const next = fieldName(header, line);
    if (next !== null) {
      endField(line);
      name = next;
      start = line;
    }
    const lineFeed = header.indexOf('\n', line);
    line = lineFeed < 0 ? header.length : lineFeed + 1;
  }
  endField(header.length);
  return fields;
}

/** The name of the field that begins here (RFC 5322 3.6.8, 4.5), lower case; null when no field begins here. */
function fieldName(header: string, at: number): string | null {
  let end = at;
  for (let unit = header.charCodeAt(end); unit > 0x20 && unit < 0x7f && unit !== COLON;) {
    end += 1;
    unit = header.charCodeAt(end);
  }
  let colon = end;
  while (header[colon] === ' ' || header[colon] === '\t') colon += 1;
  if (end === at || header.charCodeAt(colon) !== COLON) return null;
  return header.slice(at, end).toLowerCase();
}

/** The lines of a field separated by CRLF, with no line end after the last. */
function withLineEnds(lines: string): string {
  const text = lines.replace(/\r?\n$/, '');
  return text.includes('\n') ? text.replaceAll(/\r?\n/g, '\r\n') : text;
}

/** The unfolded value of a field (RFC 5322 2.2.3) as a binary string; encoded words stay encoded. */
export function rawValue(field: HeaderField): string {
  return field.line.slice(field.line.indexOf(':') + 1).replaceAll('\r\n', '');
}

/** The value of a field as text: unfolded, 8-bit text decoded, trimmed. */
export function fieldText(field: HeaderField): string {
  return textOf(rawValue(field))
    .replaceAll(/[\r\n\0]+/g, ' ')
    .trim();
}

/** The text of the topmost field of a name; null when the mail has none. */
export function firstText(fields: readonly HeaderField[], name: string): string | null {
  const field = fields.find((candidate) => candidate.name === name);
  return field === undefined ? null : fieldText(field);
}
