import { sha256 } from '@noble/hashes/sha2.js';
import { inOneGo, type Slice } from '../slices.ts';
import type { Canonicalization } from './canonical-header.ts';

/** Canonical bytes are hashed in pieces of this size, so a body of any size needs no copy of itself. */
const PIECE_BYTES = 64 * 1024;
/** Others have their turn after this many bytes of the body. */
const STEP_BYTES = 256 * 1024;

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;

export interface BodyHash {
  /** SHA-256 of the canonical body, or of its first `limit` octets. */
  hash: Uint8Array;
  /** Octets of the whole canonical body. */
  length: number;
}

/** Hashes what is written to it, up to a limit, through a buffer of fixed size. */
class CanonicalSink {
  length = 0;
  readonly #limit: number;
  readonly #piece = new Uint8Array(PIECE_BYTES);
  readonly #hash = sha256.create();
  #filled = 0;
  #hashed = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  write(byte: number): void {
    this.#piece[this.#filled] = byte;
    this.#filled += 1;
    if (this.#filled === PIECE_BYTES) this.#flush();
  }

  /** Writes a stretch of the source that needs no change. */
  copy(source: Uint8Array, from: number, to: number): void {
    for (let at = from; at < to;) {
      const stretch = Math.min(to - at, PIECE_BYTES - this.#filled);
      this.#piece.set(source.subarray(at, at + stretch), this.#filled);
      this.#filled += stretch;
      at += stretch;
      if (this.#filled === PIECE_BYTES) this.#flush();
    }
  }

  finish(): BodyHash {
    this.#flush();
    return { hash: this.#hash.digest(), length: this.length };
  }

  #flush(): void {
    this.length += this.#filled;
    const take = Math.min(this.#filled, this.#limit - this.#hashed);
    if (take > 0) this.#hash.update(this.#piece.subarray(0, take));
    this.#hashed += take;
    this.#filled = 0;
  }
}

/**
 * The hash of a mail's body in canonical form (RFC 6376 3.4.3 to 3.4.5, 3.7). Bare LF counts as CRLF, a bare
 * CR is content. Memory: one piece of 64 KiB, whatever the body's size.
 *
 * @param limit octets to hash, from `l=`; infinite when there is none
 * @throws what `slice`, awaited between steps, rejects with
 */
export async function hashBody(
  body: Uint8Array,
  method: Canonicalization,
  limit = Infinity,
  slice: Slice = inOneGo,
): Promise<BodyHash> {
  const sink = new CanonicalSink(limit);
  // Line ends are held back until something follows them: those at the end of the body do not count.
  let heldLineEnds = 0;
  let anyContent = false;
  let at = 0;
  let stepEnd = STEP_BYTES;
  while (at < body.length) {
    if (at >= stepEnd) {
      await slice();
      stepEnd = at + STEP_BYTES;
    }
    const lineFeed = body.indexOf(LF, at);
    const lineEnd = lineFeed < 0 ? body.length : lineFeed;
    const contentEnd = lineFeed > at && body[lineFeed - 1] === CR ? lineFeed - 1 : lineEnd;
    const end = method === 'relaxed' ? trimmedEnd(body, at, contentEnd) : contentEnd;
    if (end > at) {
      for (; heldLineEnds > 0; heldLineEnds -= 1) writeLineEnd(sink);
      const write = method === 'relaxed' ? writeRelaxed : writeSimple;
      for (let from = at; from < end;) {
        const to = stepWithin(body, from, end);
        write(sink, body, from, to);
        if (to < end) await slice();
        from = to;
      }
      anyContent = true;
    }
    if (lineFeed < 0) break;
    heldLineEnds += 1;
    at = lineFeed + 1;
  }
  // A body with content ends with exactly one CRLF; an empty one is a CRLF in simple and nothing in relaxed.
  if (anyContent || method === 'simple') writeLineEnd(sink);
  return sink.finish();
}

function trimmedEnd(body: Uint8Array, from: number, to: number): number {
  let end = to;
  while (end > from && (body[end - 1] === SPACE || body[end - 1] === TAB)) end -= 1;
  return end;
}

function writeLineEnd(sink: CanonicalSink): void {
  sink.write(CR);
  sink.write(LF);
}

/** The end of a step in a long line; it never parts a run of white space. */
function stepWithin(body: Uint8Array, from: number, lineEnd: number): number {
  if (lineEnd - from <= STEP_BYTES) return lineEnd;
  let to = from + STEP_BYTES;
  while (to < lineEnd && (body[to - 1] === SPACE || body[to - 1] === TAB)) to += 1;
  return to;
}

function writeSimple(sink: CanonicalSink, body: Uint8Array, from: number, to: number): void {
  sink.copy(body, from, to);
}

/** Writes a part of a line that ends with no white space; each run of white space in it becomes one space. */
function writeRelaxed(sink: CanonicalSink, body: Uint8Array, from: number, to: number): void {
  let start = from;
  for (let at = from; at < to; at += 1) {
    const byte = body[at];
    if (byte !== SPACE && byte !== TAB) continue;
    let next = at + 1;
    while (body[next] === SPACE || body[next] === TAB) next += 1;
    // A single space needs no change, and stays in the stretch that is copied.
    if (byte === SPACE && next === at + 1) continue;
    sink.copy(body, start, at);
    sink.write(SPACE);
    start = next;
    at = next - 1;
  }
  sink.copy(body, start, to);
}
