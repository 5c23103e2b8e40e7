import PostalMime, { type Email } from 'postal-mime';
import { joined } from '../bytes.ts';
import { inOneGo, type Slice } from '../slices.ts';
import { Base64Decoder } from './base64-decoder.ts';

/** Collects the decoded pieces of a part. Private to postal-mime. */
interface PartDecoder {
  /** A line end is a string. */
  chunks?: readonly (ArrayBuffer | Uint8Array | string)[];
  /** Moves pending input to the chunks; only the quoted-printable decoder has it. */
  flushBuffer?: () => void;
  update: (line: Uint8Array) => void;
  finalize: () => Promise<ArrayBuffer>;
}

/** A part of a mail. Private to postal-mime. */
interface Part {
  contentDecoder: PartDecoder | null;
  setupContentDecoder?: (this: Part, transferEncoding: string) => void;
  decodeFlowedText?: (text: string) => string;
}

/** The parser's internals. Private to postal-mime. */
interface Parser {
  /** The texts of each part, by type. */
  textMap?: Map<unknown, { plain?: unknown[]; html?: unknown[] }>;
  renderTextContent?: () => void;
  processLine?: (line: Uint8Array, isFinal: boolean) => Promise<void>;
}

/** Lines, or bytes of lines, handled before other work gets a turn. */
const STEP_LINES = 250;
const STEP_BYTES = 128 * 1024;

readPartsInMemory();
leaveTypesApart();

/**
 * Parses a mail (RFC 2045 to 2049, 2183, 2231). A part's text is in `text` or in `html`, depending on its type. An
 * attached mail (`message/rfc822`, and the parts of a digest) stays an attachment: somebody else wrote it to somebody
 * else.
 *
 * @throws Error on a structure that cannot be read; what `slice`, awaited between steps, rejects with
 */
export function parseMime(bytes: ArrayBuffer, slice: Slice = inOneGo): Promise<Email> {
  const parser = new PostalMime({ forceRfc822Attachments: true });
  readInSlices(parser, slice);
  return parser.parse(bytes);
}

/** Gives other work a turn between the lines of a mail. */
function readInSlices(postalMime: PostalMime, slice: Slice): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a private part, checked before use
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
 * Keeps postal-mime from deriving text from HTML and HTML from text when only one of them is there. Both are read here,
 * and its conversion takes longer, in one step, than reading the HTML.
 */
function leaveTypesApart(): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a private part, checked before use
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
 * Makes postal-mime join the pieces of each part in memory. By default it uses a Blob, which a browser keeps in another
 * process; that round trip takes longer than all the parsing. Its base64 decoder works unit by unit, and padding can
 * make as many units as there are characters; ours takes the same time for any input. If a later version has other
 * internals, it parses unchanged, and a test reports it.
 */
function readPartsInMemory(): void {
  /* oxlint-disable typescript/no-unsafe-type-assertion -- private parts, checked before use */
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
    // Flowed lines (RFC 3676) stay lines; postal-mime would join them all in one step.
    if (this.decodeFlowedText !== undefined) this.decodeFlowedText = (text) => text;
    decoder.finalize = async () => {
      decoder.flushBuffer?.();
      const bytes = joined(chunks.map(bytesOf));
      // Lines that `input.ts` joined with CR, so that the parser has fewer, become lines again.
      if (decoder.flushBuffer === undefined) endLines(bytes);
      return bytes.buffer;
    };
  };
}

const CR = 0x0d;
const LF = 0x0a;
/** Shared by all line ends, since there is one for each line. */
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
