/**
 * Requests in a form in which two runs can be compared: what is random or secret by design (DESIGN 6: keys,
 * ciphertexts, tokens, random paths) becomes a name of the same length, everything else stays as it is.
 */
import type { Seen } from './watched-server.ts';

/** Header of every message of the comparison: magic, version, kind, slots. It stays. Bytes. */
const MESSAGE_HEADER = 8;

/** Headers that hold a credential: whose it is, and that it is the same one each time, is what a server sees. */
const CREDENTIALS = new Set(['authorization', 'x-identity-token']);

/** The blob client's own mark on an upload: store, time, random digits, of a length that varies by chance. */
const UPLOAD_MARK = 'x-api-blob-request-id';

/** Sessions, tokens and random paths: 32 or 16 bytes in hex; and what the blob store appends to a path. */
const RANDOM = /(?<![0-9a-f])(?:[0-9a-f]{64}|[0-9a-f]{32})(?![0-9a-f])|(?<=\/psi\/[0-9a-f]{32}-)[\w-]{24}/g;

export interface ComparableRequest {
  call: string;
  headers: string[];
  /** Length of the body in bytes. */
  length: number;
  body: string;
}

/** @param address the account's address: it becomes `ADDRESS` */
export function comparable(requests: readonly Seen[], address: string): ComparableRequest[] {
  const names = new Map<string, string>();
  // The same value gets the same name, so that two requests that share one still do.
  const name = (value: string): string => {
    const known = names.get(value) ?? `#${names.size + 1}:${value.length}`;
    names.set(value, known);
    return known;
  };
  const plain = (text: string): string => text.replaceAll(address, 'ADDRESS').replaceAll(RANDOM, name);
  const header = ([key, value]: [string, string]): string => {
    const lower = key.toLowerCase();
    if (lower === UPLOAD_MARK) return `${key}: ${value.replace(/:.*/s, '')}`;
    return `${key}: ${CREDENTIALS.has(lower) ? name(value) : plain(value)}`;
  };
  return requests.map(({ method, url, headers, body }) => {
    const text = new TextDecoder('latin1').decode(body);
    return {
      call: `${method} ${plain(decodeURIComponent(url))}`,
      headers: headers.map(header),
      length: body.length,
      body: text.startsWith('WS') ? encrypted(body) : plain(text),
    };
  });
}

/** A message of the comparison: its header and its length, which say everything that is not encrypted or random. */
function encrypted(message: Uint8Array): string {
  return `${Buffer.from(message.subarray(0, MESSAGE_HEADER)).toString('hex')} + ${message.length - MESSAGE_HEADER} bytes`;
}
