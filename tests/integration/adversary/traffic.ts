/**
 * Normalises requests so that two runs can be compared. Random or secret values (keys, ciphertexts, tokens, random
 * paths) become names of the same length; everything else is unchanged.
 */
import type { Seen } from './watched-server.ts';

/** Header of every message of the comparison: magic, version, kind, slots. It is kept. Bytes. */
const MESSAGE_HEADER = 8;

/** Headers that hold a credential. A server sees whose it is, and whether it is the same as before. */
const CREDENTIALS = new Set(['authorization', 'x-identity-token']);

/** The blob client's own id of an upload: store, time and random digits, of varying length. */
const UPLOAD_MARK = 'x-api-blob-request-id';

/** Sessions, tokens and random paths: 32 or 16 bytes in hex, and the suffix that the blob store appends to a path. */
const RANDOM = /(?<![0-9a-f])(?:[0-9a-f]{64}|[0-9a-f]{32})(?![0-9a-f])|(?<=\/psi\/[0-9a-f]{32}-)[\w-]{24}/g;

export interface ComparableRequest {
  call: string;
  headers: string[];
  /** Length of the body in bytes. */
  length: number;
  body: string;
}

/** @param address the account's address, which becomes `ADDRESS` */
export function comparable(requests: readonly Seen[], address: string): ComparableRequest[] {
  const names = new Map<string, string>();
  // Equal values get equal names, so that two requests that share a value still do.
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

/** A message of the comparison as its header and its length: everything that is neither encrypted nor random. */
function encrypted(message: Uint8Array): string {
  return `${Buffer.from(message.subarray(0, MESSAGE_HEADER)).toString('hex')} + ${message.length - MESSAGE_HEADER} bytes`;
}
