/** Bits left over at padding or at the end of a unit are dropped; they are less than a byte. */
const BITS_OF_CHARACTER = 6;
const BITS_OF_BYTE = 8;
const BYTE = 0xff;
const PADDING = 0x3d;
const NONE = 0xff;

const values = new Uint8Array(256).fill(NONE);
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
for (let value = 0; value < ALPHABET.length; value += 1) values[ALPHABET.charCodeAt(value)] = value;

/**
 * Decodes base64 (RFC 2045 6.8) that arrives line by line, in one pass. Other characters are skipped. Padding ends a
 * unit wherever it stands, because some programs pad every line.
 */
export class Base64Decoder {
  #bytes = new Uint8Array(1024);
  #length = 0;
  #bits = 0;
  #held = 0;

  update(line: Uint8Array): void {
    this.#reserve(line.length);
    const bytes = this.#bytes;
    let [length, bits, held] = [this.#length, this.#bits, this.#held];
    for (let at = 0; at < line.length; at += 1) {
      const character = line[at] ?? 0;
      const value = values[character] ?? NONE;
      if (value === NONE) {
        if (character === PADDING) held = 0;
        continue;
      }
      bits = (bits << BITS_OF_CHARACTER) | value;
      held += BITS_OF_CHARACTER;
      if (held < BITS_OF_BYTE) continue;
      held -= BITS_OF_BYTE;
      bytes[length] = (bits >> held) & BYTE;
      length += 1;
    }
    [this.#length, this.#bits, this.#held] = [length, bits, held];
  }

  finalize(): Promise<ArrayBuffer> {
    return Promise.resolve(this.#bytes.slice(0, this.#length).buffer);
  }

  /** Makes room for the bytes that a line of this length can hold. */
  #reserve(lineLength: number): void {
    const needed = this.#length + lineLength;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
