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
/** Longest header of a part that is read, in bytes. */
const MAX_PART_HEADER = 16 * 1024;
/** Limit on the lines given to the MIME parser, which takes up to 30 µs for each. */
const MAX_LINES = 30_000;
/**
 * Limit on the parts of a mail; real mail has up to a hundred. The parser's time for a part is that for this many
 * lines.
 */
export const MAX_PARTS = 1_000;
/** Bytes that one step handles before other work gets a turn. */
const STEP_BYTES = 256 * 1024;

const LF = 0x0a;
const CR = 0x0d;
const DASH = 0x2d;

const isBase64Unit = new Uint8Array(256);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=\r ') {
  isBase64Unit[character.charCodeAt(0)] = 1;
}

/**
 * What happens to the lines of a part. `keep` them; `join` them with CR, where a line end is only white space (the
 * parser's time depends on the number of lines); or `drop` them while they are base64 of an attachment.
 */
type Mode = 'keep' | 'join' | 'drop';

/** A mail in the form that the MIME parser is given. */
export interface MimeInput {
  bytes: ArrayBuffer;
  /**
   * True when the mail exceeds {@link MAX_LINES}, {@link MAX_PARTS} or {@link MAX_TEXT_BYTES}. The rest was left out.
   */
  cut: boolean;
}

/**
 * Prepares a mail for the MIME parser. The parser gets our own split of header and body, and only the MIME headers. If
 * it split the mail itself, it could disagree with the signature check about where the header ends, and somebody could
 * slip in text under a valid signature. The base64 of attached images and documents is left out: it is most of a
 * mailbox and has no words. If a MIME header occurs twice, the lowest counts, because that is the one a signature
 * covers. A header added on top of a signed mail therefore neither shows nor hides anything.
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
    const mode = modeOf(header, true);
    await writeContent(output, body, await contentStart(body, 0, mode, slice), body.length, mode, slice);
  }
  return { bytes: output.finish(), cut: output.cut };
}

/** Output buffer with a fixed capacity in bytes. */
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

  /** Writes a line with its original line end. */
  keep(line: Uint8Array): void {
    this.endJoined();
    this.#lines += 1;
    if (this.#lines > MAX_LINES) this.cut = true;
    this.write(line);
  }

  /** Writes lines, each ended by CR. */
  join(body: Uint8Array, from: number, to: number): void {
    const bytes = this.#bytes;
    let length = this.#length;
    for (let at = from; at < to && !this.cut; at += 1) {
      const byte = body[at] ?? LF;
      // The CR of this line end has been written.
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

  /** Ends the line that the joined lines form. */
  endJoined(): void {
    if (this.#bytes[this.#length - 1] === CR) this.#bytes[this.#length - 1] = LF;
  }

  finish(): ArrayBuffer {
    return this.#bytes.buffer.slice(0, this.#length);
  }
}

/**
 * Writes a multipart body. Any line that begins with two dashes may be a boundary. It is always kept, and so is the
 * header that may follow it.
 */
async function writeParts(output: LineWriter, body: Uint8Array, slice: Slice): Promise<void> {
  let mode: Mode = 'keep';
  let parts = 0;
  let at = 0;
  while (at < body.length && !output.cut) {
    const start = await contentStart(body, at, mode, slice);
    const end = await nextPossibleBoundary(body, start, slice);
    await writeContent(output, body, start, end, mode, slice);
    if (end >= body.length) return;
    const boundaryEnd = nextLine(body, end);
    output.keep(body.subarray(end, boundaryEnd));
    const headerEnd = partHeaderEnd(body, boundaryEnd);
    if (headerEnd === boundaryEnd) {
      // Dashes in ordinary text; no part begins here.
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
 * The index after the empty line that ends a part's header, or of the next line with dashes if that comes first.
 * `start` itself when the lines there are text.
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

/** @param root true for the mail's own header, where a missing Content-Type means text (RFC 2045 5.2) */
function modeOf(header: string, root: boolean): Mode {
  const encoding = /^content-transfer-encoding[ \t]*:\s*"?([\w-]+)/im.exec(header)?.[1]?.toLowerCase();
  const type = /^content-type[ \t]*:\s*([\w-]+)\//im.exec(header)?.[1]?.toLowerCase();
  if (encoding === 'quoted-printable') return 'keep';
  if (type === 'text' || (root && !/^content-type[ \t]*:/im.test(header))) return 'join';
  const wordless = /^(?:image|audio|video|font|model|application)$/.test(type ?? '');
  return wordless && encoding === 'base64' ? 'drop' : 'keep';
}

/** Where the lines to be written begin: behind the base64 that is dropped, which holds no boundary. */
async function contentStart(body: Uint8Array, from: number, mode: Mode, slice: Slice): Promise<number> {
  if (mode !== 'drop') return from;
  let start = from;
  for (let stepEnd = start + STEP_BYTES; start < body.length;) {
    const next = base64LineEnd(body, start);
    if (next === null) break;
    start = next;
    if (start < stepEnd) continue;
    await slice();
    stepEnd = start + STEP_BYTES;
  }
  return start;
}

/** Writes the lines between two possible boundaries. */
async function writeContent(
  output: LineWriter,
  body: Uint8Array,
  from: number,
  to: number,
  mode: Mode,
  slice: Slice,
): Promise<void> {
  let start = from;
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

/** The start of the next line that begins with two dashes; the line at `from` counts. */
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

/** The index after a line of base64; null when the line holds anything else. */
function base64LineEnd(body: Uint8Array, from: number): number | null {
  let at = from;
  while (at < body.length && isBase64Unit[body[at] ?? 0] === 1) at += 1;
  if (at >= body.length) return body.length;
  return body[at] === LF ? at + 1 : null;
}
