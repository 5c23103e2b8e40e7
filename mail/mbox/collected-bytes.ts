import { joined } from '../bytes.ts';

/**
 * Pieces that are merged into one. Even a view on a few bytes costs a hundred, and a hostile mail has a million of
 * them.
 */
const RUN = 256;
/**
 * From this size on, in bytes, a mail goes into one buffer, because joining its pieces at the end would take too long
 * in one step.
 */
const LARGE = 4 * 1024 * 1024;
/**
 * Size of that buffer, in bytes. The system allocates only what is filled, so a large buffer avoids growing by copies.
 */
const RESERVED = 64 * 1024 * 1024;

/** Collects the bytes of a mail that arrives in pieces of any size. Needs little more memory than the mail itself. */
export class CollectedBytes {
  length = 0;
  #runs: Uint8Array<ArrayBuffer>[] = [];
  #pieces: Uint8Array<ArrayBuffer>[] = [];
  #large: Uint8Array<ArrayBuffer> | null = null;

  add(piece: Uint8Array<ArrayBuffer>): void {
    const length = this.length + piece.length;
    if (length < LARGE) {
      this.#pieces.push(piece);
      if (this.#pieces.length === RUN) this.#endRun();
    } else {
      this.#largeFor(length).set(piece, this.length);
    }
    this.length = length;
  }

  whole(): Uint8Array<ArrayBuffer> {
    return this.#large?.subarray(0, this.length) ?? joined([...this.#runs, ...this.#pieces]);
  }

  #endRun(): void {
    this.#runs.push(joined(this.#pieces));
    this.#pieces = [];
  }

  #largeFor(length: number): Uint8Array<ArrayBuffer> {
    if (this.#large !== null && length <= this.#large.length) return this.#large;
    const larger = new Uint8Array(Math.max(RESERVED, 2 * (this.#large?.length ?? 0), length));
    larger.set(this.whole());
    this.#runs = [];
    this.#pieces = [];
    this.#large = larger;
    return larger;
  }
}
