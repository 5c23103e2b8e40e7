import { decodeWords } from 'postal-mime';
import { parseHeaderValue } from 'nodemailer/lib/mime-funcs';

/** A header field as it stands in the mail, unfolded. */
export interface HeaderField {
  name: string;
  value: string;
}

/** One node of a mail's MIME structure (RFC 2046). */
export interface MimePart {
  headers: HeaderField[];
  /** Lower case, without parameters. */
  mimeType: string;
  charset: string;
  /** Decoded file name; empty when the part is not a file. */
  filename: string;
  /** The content with its transfer encoding undone; empty on a container. */
  body: Buffer;
  parts: MimePart[];
}

/** Deeper nesting than this is read as text, so that hostile mail cannot exhaust the stack. */
const MAX_DEPTH = 20;
const TEXT_TYPES = /^text\//;

/** Reads a mail into the tree of its parts. Never throws: what is malformed is read as text. */
export function parseMimeTree(raw: Uint8Array, depth = 0): MimePart {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const { head, body } = splitHead(bytes);
  const headers = readHeaders(head);
  const type = parseHeaderValue(headerValue(headers, 'content-type') ?? 'text/plain');
  const disposition = parseHeaderValue(headerValue(headers, 'content-disposition') ?? '');
  const mimeType = /^[\w.+-]+\/[\w.+-]+$/.test(type.value) ? type.value.toLowerCase() : 'text/plain';
  const part: MimePart = {
    headers,
    mimeType,
    charset: (type.params['charset'] ?? 'utf-8').toLowerCase(),
    filename: decodeWords(disposition.params['filename'] ?? type.params['name'] ?? ''),
    body: Buffer.alloc(0),
    parts: [],
  };
  const boundary = type.params['boundary'];
  if (mimeType.startsWith('multipart/') && boundary && depth < MAX_DEPTH) {
    part.parts = splitParts(body, boundary).map((child) => parseMimeTree(child, depth + 1));
    return part;
  }
  const encoding = headerValue(headers, 'content-transfer-encoding')?.trim().toLowerCase();
  if (mimeType === 'message/rfc822' && depth < MAX_DEPTH) {
    part.parts = [parseMimeTree(decodeBody(body, encoding), depth + 1)];
    return part;
  }
  part.body = decodeBody(body, encoding);
  return part;
}

/** The first field of this name, case ignored. */
export function headerValue(headers: readonly HeaderField[], name: string): string | undefined {
  return headers.find((field) => field.name.toLowerCase() === name)?.value;
}

/** All parts, the root first, in the order of the mail. */
export function allParts(part: MimePart): MimePart[] {
  return [part, ...part.parts.flatMap(allParts)];
}

/** The text of a text part in its charset; an unknown charset is read as UTF-8. Empty for other parts. */
export function partText(part: MimePart): string {
  if (!TEXT_TYPES.test(part.mimeType)) return '';
  return decodeBytes(part.body, part.charset);
}

function decodeBytes(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

function splitHead(bytes: Buffer): { head: Buffer; body: Buffer } {
  if (bytes[0] === 0x0a) return { head: Buffer.alloc(0), body: bytes.subarray(1) };
  if (bytes[0] === 0x0d && bytes[1] === 0x0a) return { head: Buffer.alloc(0), body: bytes.subarray(2) };
  const crlf = bytes.indexOf('\r\n\r\n');
  const lf = bytes.indexOf('\n\n');
  if (crlf >= 0 && (lf < 0 || crlf < lf)) {
    return { head: bytes.subarray(0, crlf), body: bytes.subarray(crlf + 4) };
  }
  if (lf >= 0) return { head: bytes.subarray(0, lf), body: bytes.subarray(lf + 2) };
  return { head: bytes, body: Buffer.alloc(0) };
}

function readHeaders(head: Buffer): HeaderField[] {
  const headers: HeaderField[] = [];
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(head);
  for (const line of text.split(/\r?\n/)) {
    const last = headers.at(-1);
    if (/^[ \t]/.test(line)) {
      if (last) last.value += ` ${line.trim()}`;
      continue;
    }
    const colon = line.indexOf(':');
    if (colon > 0) headers.push({ name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() });
  }
  return headers;
}

function splitParts(body: Buffer, boundary: string): Buffer[] {
  const delimiter = Buffer.from(`--${boundary}`, 'latin1');
  const parts: Buffer[] = [];
  let start = -1;
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + delimiter.length)) {
    if (at > 0 && body[at - 1] !== 0x0a) continue;
    const after = body.subarray(at + delimiter.length, at + delimiter.length + 2).toString('latin1');
    if (after !== '' && after !== '--' && !/^[\s]/.test(after)) continue;
    if (start >= 0) parts.push(withoutLineEnd(body.subarray(start, at)));
    if (after === '--') return parts;
    const lineEnd = body.indexOf(0x0a, at);
    start = lineEnd < 0 ? body.length : lineEnd + 1;
  }
  // A mail cut off in the middle has no closing delimiter: what is there is the last part.
  if (start >= 0) parts.push(body.subarray(start));
  return parts;
}

/** The line end before a delimiter belongs to the delimiter (RFC 2046 section 5.1.1). */
function withoutLineEnd(part: Buffer): Buffer {
  const cut = part.at(-1) === 0x0a ? (part.at(-2) === 0x0d ? 2 : 1) : 0;
  return part.subarray(0, part.length - cut);
}

function decodeBody(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'base64') return Buffer.from(body.toString('latin1'), 'base64');
  if (encoding !== 'quoted-printable') return body;
  const text = body
    .toString('latin1')
    .replace(/[ \t]+$/gm, '')
    .replace(/=\r?\n/g, '');
  return Buffer.from(
    text.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}
