import { inOneGo, type Slice } from '../slices.ts';
import { bytesOf } from '../header/binary-string.ts';
import type { RawMail } from '../header/raw-mail.ts';
import { MAX_TEXT_BYTES } from './text-limit.ts';

/** Headers that decide how the body is read (RFC 2045). The MIME parser sees these and no other. */
export const MIME_HEADERS: ReadonlySet<string> = new Set([
  'content-type',
  'content-transfer-encoding',
  'content-disposition',
  'mime-version',
]);
/** Part headers longer than this (in bytes) are not looked at. */
const MAX_PART_HEADER = 16 * 1024;
/** Lines that are given to the MIME parser; it takes up to 30 µs for each. */
const MAX_LINES = 30_000;
/** Parts of a mail; real mail has up to a hundred. Each takes as long to parse as many lines. */
export const MAX_PARTS = 1_000;
/** Others have their turn after this many bytes. */
const STEP_BYTES = 256 * 1024;

const LF = 0x0a;
const CR = 0x0d;
const DASH = 0x2d;

const isBase64Unit = new Uint8Array(256);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=\r ') {
  isBase64Unit[character.charCodeAt(0)] = 1;
}

/**
 * What happens to the lines of a part: `keep` them; `join` them by CR, where line ends mean nothing but white
 * space (the parser's time goes by lines); or `drop` them, as long as they are base64 of an attachment.
 */
type Mode = 'keep' | 'join' | 'drop';

/** A mail in the form that the MIME parser is given. */
export interface MimeInput {
  bytes: ArrayBuffer;
  /** True when the mail has more than {@link MAX_LINES} lines, {@link MAX_PARTS} or {@link MAX_TEXT_BYTES} to parse: the rest was left out. */
  cut: boolean;
}

/**
 * Prepares a mail for the MIME parser. It is given our own cut of header and body, and only the MIME headers: if
 * it cut the mail itself, a line that it takes for the header's end and a signature check does not would let
 * somebody slip text of their own under a valid signature. The base64 of attached images and documents stays
 * out: it is most of a mailbox and has no words. Of two MIME headers of one name the lowest counts, which is the one
 * that a signature covers: one that was put on top of a signed mail neither shows nor hides anything.
 *
 * @throws what `slice`, awaited between steps, rejects with
 */
export async function mimeInput({ fields, body }: RawMail, slice: Slice = inOneGo): Promise<MimeInput> {
  const lines = [...new Map(fields.map((field) => [field.name, field])).values()]
    .filter(({ name }) => MIME_HEADERS.has(name))
    .map(({ line }) => line.replaceAll(/\r(?!\n)/g, ' '));
  const header = `${[...lines, ''].join('\r\n')}\r\n`;
  const output = new LineWriter(Math.min(header.length + body.length + 1, header.length + MAX_TEXT_BYTES));
  output.write(bytesOf(header));
  if (/^content-type[ \t]*:\s*(?:multipart|message)\//im.test(header)) {
    await writeParts(output, body, slice);
  } else {
    await writeContent(output, body, 0, body.length, modeOf(header, true), slice);
  }
  return { bytes: output.finish(), cut: output.cut };
}

/** Holds what is written, up to its capacity in bytes. */
class LineWriter {
  cut = false;
  readonly #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;
  #lines = 0;

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity);
  }

  write(bytes: Uint8Array): void {
    if (this.cut) return;
    const room = this.#bytes.length - this.#length;
    this.cut = bytes.length > room;
    this.#bytes.set(this.cut ? bytes.subarray(0, room) : bytes, this.#length);
    this.#length += Math.min(bytes.length, room);
  }

  /** Writes a line with the end that it came with. */
  keep(line: Uint8Array): void {
    this.endJoined();
    this.#lines += 1;
    if (this.#lines > MAX_LINES) this.cut = true;
    this.write(line);
  }

  /** Writes lines with CR as the end of each. */
  join(body: Uint8Array, from: number, to: number): void {
    const bytes = this.#bytes;
    let length = this.#length;
    for (let at = from; at < to && !this.cut; at += 1) {
      const byte = body[at] ?? LF;
      // The CR of a line end is there already.
      if (byte === LF && at > from && body[at - 1] === CR) continue;
      if (length === bytes.length) {
        this.cut = true;
        break;
      }
      bytes[length] = byte === LF ? CR : byte;
      length += 1;
    }
    this.#length = length;
  }

  /** Ends the line that joined lines have become. */
  endJoined(): void {
    if (this.#bytes[this.#length - 1] === CR) this.#bytes[this.#length - 1] = LF;
  }

  finish(): ArrayBuffer {
    return this.#bytes.buffer.slice(0, this.#length);
  }
}

/**
 * Writes a body of parts. Any line that begins with two dashes may be a boundary; it, and the header that may
 * follow it, are always kept.
 */
async function writeParts(output: LineWriter, body: Uint8Array, slice: Slice): Promise<void> {
  let mode: Mode = 'keep';
  let parts = 0;
  let at = 0;
  while (at < body.length && !output.cut) {
    const end = await nextPossibleBoundary(body, at, slice);
    await writeContent(output, body, at, end, mode, slice);
    if (end >= body.length) return;
    const boundaryEnd = nextLine(body, end);
    output.keep(body.subarray(end, boundaryEnd));
    const headerEnd = partHeaderEnd(body, boundaryEnd);
    if (headerEnd === boundaryEnd) {
      // Dashes in a text: no part begins here.
      at = boundaryEnd;
      if (mode === 'drop') mode = 'keep';
      continue;
    }
    parts += 1;
    if (parts > MAX_PARTS) output.cut = true;
    const header = body.subarray(boundaryEnd, headerEnd);
    keepLines(output, body, boundaryEnd, headerEnd);
    mode = header.length > MAX_PART_HEADER ? 'keep' : modeOf(String.fromCharCode(...header), false);
    at = headerEnd;
  }
}

/**
 * The index after the empty line that ends a part's header, or after what of it there is before the next line
 * with dashes; `start` itself when what stands there is text.
 */
function partHeaderEnd(body: Uint8Array, start: number): number {
  for (let line = start; line < body.length;) {
    if (body[line] === DASH && body[line + 1] === DASH) return line;
    const next = nextLine(body, line);
    if (isEmptyLine(body, line)) return next;
    if (line === start && !isFieldStart(body, line, next)) return start;
    if (line - start > MAX_PART_HEADER) return next;
    line = next;
  }
  return body.length;
}

function isFieldStart(body: Uint8Array, start: number, end: number): boolean {
  const colon = body.subarray(start, end).indexOf(0x3a);
  return (
    colon > 0 &&
    colon < MAX_PART_HEADER &&
    body.subarray(start, start + colon).every((byte) => byte > 0x20 && byte < 0x7f)
  );
}

/** @param root true for the mail's own header, whose missing Content-Type means text (RFC 2045 5.2) */
function modeOf(header: string, root: boolean): Mode {
  const encoding = /^content-transfer-encoding[ \t]*:\s*"?([\w-]+)/im.exec(header)?.[1]?.toLowerCase();
  const type = /^content-type[ \t]*:\s*([\w-]+)\//im.exec(header)?.[1]?.toLowerCase();
  if (encoding === 'quoted-printable') return 'keep';
  if (type === 'text' || (root && !/^content-type[ \t]*:/im.test(header))) return 'join';
  const wordless = /^(?:image|audio|video|font|model|application)$/.test(type ?? '');
  return wordless && encoding === 'base64' ? 'drop' : 'keep';
}

/** Writes what lies between two lines with dashes. */
async function writeContent(
  output: LineWriter,
  body: Uint8Array,
  from: number,
  to: number,
  mode: Mode,
  slice: Slice,
): Promise<void> {
  let start = from;
  if (mode === 'drop') {
    for (let stepEnd = start + STEP_BYTES; start < to && isBase64Line(body, start);) {
      start = nextLine(body, start);
      if (start < stepEnd) continue;
      await slice();
      stepEnd = start + STEP_BYTES;
    }
  }
  while (start < to && !output.cut) {
    const stepEnd = Math.min(nextLine(body, Math.min(start + STEP_BYTES, to)), to);
    if (mode === 'join') output.join(body, start, stepEnd);
    else keepLines(output, body, start, stepEnd);
    start = stepEnd;
    await slice();
  }
  output.endJoined();
}

function keepLines(output: LineWriter, body: Uint8Array, from: number, to: number): void {
  for (let line = from; line < to && !output.cut;) {
    const next = Math.min(nextLine(body, line), to);
    output.keep(body.subarray(line, next));
    line = next;
  }
}

function nextLine(body: Uint8Array, at: number): number {
  const lineFeed = body.indexOf(LF, at);
  return lineFeed < 0 ? body.length : lineFeed + 1;
}

/** The start of the next line, the one at `from` included, that begins with two dashes. */
async function nextPossibleBoundary(body: Uint8Array, from: number, slice: Slice): Promise<number> {
  if (body[from] === DASH && body[from + 1] === DASH) return from;
  for (let at = from; at < body.length;) {
    const stepEnd = Math.min(at + STEP_BYTES, body.length);
    for (; at < stepEnd; at += 1) {
      if (body[at] === LF && body[at + 1] === DASH && body[at + 2] === DASH) return at + 1;
    }
    await slice();
  }
  return body.length;
}

function isEmptyLine(body: Uint8Array, at: number): boolean {
  return body[at] === LF || (body[at] === CR && body[at + 1] === LF);
}

function isBase64Line(body: Uint8Array, from: number): boolean {
  let at = from;
  while (at < body.length && isBase64Unit[body[at] ?? 0] === 1) at += 1;
  return at >= body.length || body[at] === LF;
}
