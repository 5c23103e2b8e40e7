import { sha256 } from '@noble/hashes/sha2.js';
import { inOneGo, type Slice } from '../slices.ts';
import type { Canonicalization } from './canonical-header.ts';

/** Bytes that one step reads before other work gets a turn. */
const STEP_BYTES = 64 * 1024;
/** Room for the output of a step, in bytes: one for each byte read, and two for each line end held back. */
const ROOM_BYTES = 4 * STEP_BYTES;

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

/**
 * Hashes a mail's body in canonical form (RFC 6376 3.4.3 to 3.4.5, 3.7). A bare LF counts as CRLF; a bare CR is
 * content. Time is linear in the body's size, whatever it holds. Memory: one buffer of 256 KiB.
 *
 * @param limit octets to hash, from `l=`; infinite without one
 * @throws what `slice`, awaited between steps, rejects with
 */
export async function hashBody(
  body: Uint8Array,
  method: Canonicalization,
  limit = Infinity,
  slice: Slice = inOneGo,
): Promise<BodyHash> {
  const canonical = new CanonicalBody(body, method, limit);
  while (canonical.step()) await slice();
  return canonical.finish();
}

/**
 * Produces and hashes the canonical form step by step. White space that counts only if content follows is held back.
 */
class CanonicalBody {
  readonly #body: Uint8Array;
  readonly #relaxed: boolean;
  readonly #limit: number;
  readonly #hash = sha256.create();
  readonly #written = new Uint8Array(ROOM_BYTES);
  #at = 0;
  #length = 0;
  /** Line ends held back; at the end of the body they do not count. */
  #lineEnds = 0;
  /** A run of white space held back. In relaxed form it becomes one space, or nothing at the end of a line. */
  #space = false;
  /** Whether content follows more held line ends than the buffer has room for. */
  #crowded = false;

  constructor(body: Uint8Array, method: Canonicalization, limit: number) {
    this.#body = body;
    this.#relaxed = method === 'relaxed';
    this.#limit = limit;
  }

  /** Does a bounded amount of work. Returns whether more is left. */
  step(): boolean {
    if (this.#crowded) this.#makeRoom();
    else this.#read();
    return this.#crowded || this.#at < this.#body.length;
  }

  /**
   * A body with content ends with exactly one CRLF. An empty body is a CRLF in simple form and nothing in relaxed form.
   */
  finish(): BodyHash {
    if (this.#length > 0 || !this.#relaxed) this.#take(this.#writeLineEnds(0, 1));
    return { hash: this.#hash.digest(), length: this.#length };
  }

  #read(): void {
    const body = this.#body;
    const written = this.#written;
    const to = Math.min(this.#at + STEP_BYTES, body.length);
    let filled = 0;
    let at = this.#at;
    for (; at < to; at += 1) {
      const byte = body[at] ?? LF;
      if (byte === LF) {
        this.#lineEnds += 1;
        this.#space = false;
        continue;
      }
      if (byte === CR && body[at + 1] === LF) continue;
      if (this.#relaxed && (byte === SPACE || byte === TAB)) {
        this.#space = true;
        continue;
      }
      if (this.#lineEnds > 0) {
        this.#crowded = filled + 2 * this.#lineEnds > ROOM_BYTES - 2 * STEP_BYTES;
        if (this.#crowded) break;
        filled = this.#writeLineEnds(filled, this.#lineEnds);
        this.#lineEnds = 0;
      }
      if (this.#space) {
        written[filled] = SPACE;
        filled += 1;
        this.#space = false;
      }
      written[filled] = byte;
      filled += 1;
    }
    this.#at = at;
    this.#take(filled);
  }

  /** Writes as many held line ends as fit into one step. */
  #makeRoom(): void {
    const count = Math.min(this.#lineEnds, STEP_BYTES);
    this.#take(this.#writeLineEnds(0, count));
    this.#lineEnds -= count;
    this.#crowded = this.#lineEnds > 0;
  }

  /** Returns the new fill level of the buffer. */
  #writeLineEnds(filled: number, count: number): number {
    const written = this.#written;
    const end = filled + 2 * count;
    for (let at = filled; at < end; at += 2) {
      written[at] = CR;
      written[at + 1] = LF;
    }
    return end;
  }

  #take(filled: number): void {
    const counting = Math.max(0, Math.min(filled, this.#limit - this.#length));
    if (counting > 0) this.#hash.update(this.#written.subarray(0, counting));
    this.#length += filled;
  }
}
