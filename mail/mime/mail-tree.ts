import PostalMime, { decodeWords } from 'postal-mime';
import { binaryString, bytesOf } from '../header/binary-string.ts';
import { splitMail } from '../header/raw-mail.ts';

/** A header field of the mail, unfolded; encoded words stay encoded. */
export interface PartField {
  name: string;
  value: string;
}

/** A part of a mail, with the parts in it (RFC 2046). */
export interface MimePart {
  headers: PartField[];
  /** Lower case, without parameters. */
  mimeType: string;
  charset: string;
  /** Decoded; empty when the part is not a file. */
  filename: string;
  /** The content without transfer encoding; empty for a container. */
  body: Uint8Array;
  parts: MimePart[];
}

interface Structured {
  value: string;
  params: Readonly<Record<string, string>>;
}

/** A part of a mail. Private to postal-mime. */
interface Node {
  headers: readonly { originalKey: string; value: string }[];
  contentType: { parsed: Structured };
  contentDisposition: { parsed: Structured };
  contentTransferEncoding: { encoding: string };
  content: ArrayBuffer | null;
  childNodes: readonly Node[];
}

/** Depth to which mails attached to mails are read. */
const MAX_DEPTH = 20;

/** Reads a mail as the tree of its parts. An unreadable structure becomes one text part. */
export async function mailTree(raw: Uint8Array, depth = 0): Promise<MimePart> {
  const parser = new PostalMime({ forceRfc822Attachments: true });
  try {
    await parser.parse(raw);
  } catch {
    const { body } = splitMail(raw);
    return { headers: [], mimeType: 'text/plain', charset: 'utf-8', filename: '', body, parts: [] };
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a private part; the tests read it
  return partOf((parser as unknown as { root: Node }).root, depth);
}

/**
 * @param nested true for a part of a multipart, where the line end before the next delimiter is not part of the content
 */
async function partOf(node: Node, depth: number, nested = false): Promise<MimePart> {
  const { value, params } = node.contentType.parsed;
  const mimeType = /^[\w.+-]+\/[\w.+-]+$/.test(value) ? value.toLowerCase() : 'text/plain';
  const body = contentOf(node, nested);
  const isMail = mimeType === 'message/rfc822' && depth < MAX_DEPTH;
  const parts = isMail
    ? [await mailTree(body, depth + 1)]
    : await Promise.all(node.childNodes.map((child) => partOf(child, depth, true)));
  return {
    headers: node.headers.map(({ originalKey, value: text }) => ({ name: originalKey, value: text })),
    mimeType,
    charset: (params['charset'] ?? 'utf-8').toLowerCase(),
    filename: decodeWords(node.contentDisposition.parsed.params['filename'] ?? params['name'] ?? ''),
    body: parts.length > 0 ? new Uint8Array() : body,
    parts,
  };
}

/** The content with CRLF line ends instead of the parser's LF. */
function contentOf({ content, contentTransferEncoding: { encoding } }: Node, nested: boolean): Uint8Array {
  const bytes = content === null ? new Uint8Array() : new Uint8Array(content);
  if (encoding === 'base64') return bytes;
  const lines = binaryString(bytes);
  return bytesOf((nested ? lines.replace(/\r?\n$/, '') : lines).replaceAll(/\r?\n/g, '\r\n'));
}

/** All parts, the root first, in the order of the mail. */
export function allParts(part: MimePart): MimePart[] {
  return [part, ...part.parts.flatMap(allParts)];
}

/** The text of a text part; an unknown charset is read as UTF-8. Empty for other parts. */
export function partText({ mimeType, charset, body }: MimePart): string {
  if (!mimeType.startsWith('text/')) return '';
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}
