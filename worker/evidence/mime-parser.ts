import PostalMime, { type Email } from 'postal-mime';
import { joined } from '../bytes.ts';

/** What collects the decoded pieces of a part in postal-mime. Private to it. */
interface PartDecoder {
  /** A line end stands as a string. */
  chunks: readonly (ArrayBuffer | Uint8Array | string)[];
  /** Moves what is not decoded yet to the chunks; base64 and quoted-printable have one of these. */
  flushRemainder?: () => void;
  flushBuffer?: () => void;
  finalize: () => Promise<ArrayBuffer>;
}

/** A part in postal-mime. Private to it. */
interface Part {
  contentDecoder: PartDecoder | null;
  setupContentDecoder?: (this: Part, transferEncoding: string) => void;
}

joinPartsInMemory();

/**
 * Parses a mail (RFC 2045 to 2049, 2183, 2231). A mail that is attached (`message/rfc822`, and the parts of a digest) is
 * an attachment: what it says was said by somebody else, to somebody else.
 *
 * @throws Error on a structure that cannot be read
 */
export function parseMime(bytes: ArrayBuffer): Promise<Email> {
  return PostalMime.parse(bytes, { forceRfc822Attachments: true });
}

/**
 * Lets postal-mime join the pieces of each part in memory. It does so through a Blob, which a browser keeps in
 * another process: the way there and back, for each part of each mail, takes longer than all the parsing. Should a
 * later version have other private parts, it parses as it comes, and a test tells.
 */
function joinPartsInMemory(): void {
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
    decoder.finalize = async () => {
      decoder.flushRemainder?.();
      decoder.flushBuffer?.();
      return joined(decoder.chunks.map(bytesOf)).buffer;
    };
  };
}

function bytesOf(chunk: PartDecoder['chunks'][number]): Uint8Array {
  if (typeof chunk === 'string') return new TextEncoder().encode(chunk);
  return chunk instanceof ArrayBuffer ? new Uint8Array(chunk) : chunk;
}
