import PostalMime, { type Email } from 'postal-mime';
import { joined } from '../bytes.ts';
import { inOneGo, type Slice } from '../slices.ts';
import { Base64Decoder } from './base64-decoder.ts';

/** What collects the decoded pieces of a part in postal-mime. Private to it. */
interface PartDecoder {
  /** A line end stands as a string. */
  chunks?: readonly (ArrayBuffer | Uint8Array | string)[];
  /** Moves what is not decoded yet to the chunks; quoted-printable has one of these. */
  flushBuffer?: () => void;
  update: (line: Uint8Array) => void;
  finalize: () => Promise<ArrayBuffer>;
}

/** A part in postal-mime. Private to it. */
interface Part {
  contentDecoder: PartDecoder | null;
  setupContentDecoder?: (this: Part, transferEncoding: string) => void;
  decodeFlowedText?: (text: string) => string;
}

/** A parser in postal-mime. Private to it. */
interface Parser {
  /** The texts of each part, by their type. */
  textMap?: Map<unknown, { plain?: unknown[]; html?: unknown[] }>;
  renderTextContent?: () => void;
  processLine?: (line: Uint8Array, isFinal: boolean) => Promise<void>;
}

/** Others have their turn after this many lines, or bytes of them. */
const STEP_LINES = 250;
const STEP_BYTES = 128 * 1024;

readPartsInMemory();
leaveTypesApart();

/**
 * Parses a mail (RFC 2045 to 2049, 2183, 2231). The text of a part stands in `text` or in `html`, as the part's type
 * says. A mail that is attached (`message/rfc822`, and the parts of a digest) is an attachment: what it says was said
 * by somebody else, to somebody else.
 *
 * @throws Error on a structure that cannot be read; what `slice`, awaited between steps, rejects with
 */
export function parseMime(bytes: ArrayBuffer, slice: Slice = inOneGo): Promise<Email> {
  const parser = new PostalMime({ forceRfc822Attachments: true });
  readInSlices(parser, slice);
  return parser.parse(bytes);
}

/** Lets others have their turn between the lines of a mail. */
function readInSlices(postalMime: PostalMime, slice: Slice): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a private part, looked at before it is used
  const parser = postalMime as unknown as Parser;
  const process = parser.processLine;
  if (process === undefined) return;
  let work = 0;
  parser.processLine = async (line, isFinal) => {
    await process.call(parser, line, isFinal);
    work += line.length / STEP_BYTES + 1 / STEP_LINES;
    if (work < 1) return;
    work = 0;
    await slice();
  };
}

/**
 * Keeps postal-mime from writing HTML that has no text beside it into the text, and the other way round: both are
 * read here, and what it does all at once for that takes longer than reading HTML.
 */
function leaveTypesApart(): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a private part, looked at before it is used
  const prototype = PostalMime.prototype as unknown as Parser;
  const render = prototype.renderTextContent;
  if (render === undefined) return;
  prototype.renderTextContent = function renderApart(this: Parser) {
    for (const entry of this.textMap?.values() ?? []) {
      entry.plain ??= [];
      entry.html ??= [];
    }
    render.call(this);
  };
}

/**
 * Lets postal-mime join the pieces of each part in memory. It does so through a Blob, which a browser keeps in
 * another process: the way there and back, for each part of each mail, takes longer than all the parsing. Base64
 * it decodes unit by unit, of which padding makes as many as there are characters; ours takes the same time for
 * any. Should a later version have other private parts, it parses as it comes, and a test tells.
 */
function readPartsInMemory(): void {
  /* oxlint-disable typescript/no-unsafe-type-assertion -- private parts, looked at before they are used */
  const { root } = new PostalMime() as unknown as { root?: Part };
  const prototype = root === undefined ? null : (Object.getPrototypeOf(root) as Part | null);
  /* oxlint-enable typescript/no-unsafe-type-assertion */
  const setUp = prototype?.setupContentDecoder;
  if (prototype === null || setUp === undefined) return;
  prototype.setupContentDecoder = function setUpInMemory(transferEncoding) {
    setUp.call(this, transferEncoding);
    const decoder = this.contentDecoder;
    if (decoder === null || !Array.isArray(decoder.chunks)) return;
    if (/base64/i.test(transferEncoding)) {
      this.contentDecoder = new Base64Decoder();
      return;
    }
    const { chunks } = decoder;
    // Flowed lines (RFC 3676) stay lines: postal-mime would join them, all at once.
    if (this.decodeFlowedText !== undefined) this.decodeFlowedText = (text) => text;
    decoder.finalize = async () => {
      decoder.flushBuffer?.();
      const bytes = joined(chunks.map(bytesOf));
      // Lines that were given as one, so that the parser has fewer, are lines again (`mime-input.ts`).
      if (decoder.flushBuffer === undefined) endLines(bytes);
      return bytes.buffer;
    };
  };
}

const CR = 0x0d;
const LF = 0x0a;
/** One for all lines: there are as many as there are lines. */
const LINE_END = Uint8Array.of(LF);

function endLines(bytes: Uint8Array): void {
  for (let at = bytes.indexOf(CR); at >= 0 && at < bytes.length; at += 1) {
    if (bytes[at] === CR) bytes[at] = LF;
  }
}

function bytesOf(chunk: ArrayBuffer | Uint8Array | string): Uint8Array {
  if (chunk === '\n') return LINE_END;
  if (typeof chunk === 'string') return new TextEncoder().encode(chunk);
  return chunk instanceof ArrayBuffer ? new Uint8Array(chunk) : chunk;
}
