import { joined } from '../bytes.ts';
import { binaryString } from '../header/binary-string.ts';
import { CollectedBytes } from './collected-bytes.ts';
import { LONGEST_FROM_LINE, lineKind } from './lines.ts';

/** How much of a mail that is too large is kept, in bytes; enough for most headers. */
export const KEPT_BYTES = 64 * 1024;

/** Bytes examined one by one before `indexOf` is used. */
const SHORT_LINE = 32;

const LF = 0x0a;
const CR = 0x0d;

/** A mail from an mbox: its bytes without the separator, with `From ` lines unquoted. */
export interface SplitMail {
  /**
   * The separator line (RFC 4155) without its line end: sender and time of receipt. At most {@link LONGEST_FROM_LINE}
   * bytes.
   */
  separator: string;
  raw: Uint8Array<ArrayBuffer>;
  /** False when the mail is larger than the cap; `raw` is then its beginning, at most {@link KEPT_BYTES}. */
  whole: boolean;
  /** File offset of the next separator, or of the end. */
  nextOffset: number;
}

/**
 * Splits an mbox (RFC 4155, with the quoting of mboxrd and mboxo) that arrives in pieces. Holds one mail at a time, and
 * only the beginning of a mail that is larger than the cap.
 */
export class MboxSplitter {
  readonly #cap: number;
  /** Bytes not yet examined, and their offset in the file. */
  #rest: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  #offset: number;
  #position: 'line-start' | 'in-line' | 'in-separator' = 'line-start';
  #afterBlank = true;
  /** The current mail; null before the first separator. Once it exceeds the cap, only its beginning is held. */
  #mail: { separator: string; bytes: CollectedBytes; beginning: Uint8Array<ArrayBuffer> | null } | null =
    null;

  /**
   * @param offset file offset of the first piece; a separator must stand there
   * @param cap largest mail that is passed on whole, in bytes
   */
  constructor(offset: number, cap: number) {
    this.#offset = offset;
    this.#cap = cap;
  }

  /** Takes the next piece and returns the mails that it completes. */
  push(piece: Uint8Array<ArrayBuffer>): SplitMail[] {
    return this.#scan(this.#rest.length === 0 ? piece : joined([this.#rest, piece]), false);
  }

  /** Ends the file and returns the last mail, complete or not. */
  end(): SplitMail[] {
    const mails = this.#scan(this.#rest, true);
    this.#finish(this.#offset, mails);
    return mails;
  }

  #scan(bytes: Uint8Array<ArrayBuffer>, atEnd: boolean): SplitMail[] {
    const mails: SplitMail[] = [];
    /** Everything before this index is already in the mail, or was skipped. */
    let from = 0;
    let at = 0;
    while (at < bytes.length) {
      if (this.#position === 'line-start') {
        const kind = lineKind(bytes, at, this.#afterBlank, atEnd);
        if (kind === 'unsure' || (!atEnd && at === bytes.length - 1 && bytes[at] === CR)) break;
        if (kind === 'from' || this.#mail === null) {
          this.#add(bytes.subarray(from, at));
          this.#finish(this.#offset + at, mails);
          this.#mail = { separator: separatorAt(bytes, at), bytes: new CollectedBytes(), beginning: null };
          this.#position = 'in-separator';
        } else if (kind === 'quoted-from') {
          this.#add(bytes.subarray(from, at));
          from = at + 1;
        }
      }
      const end = lineEnd(bytes, at);
      const next = end < 0 ? bytes.length : end + 1;
      if (this.#position === 'in-separator') from = next;
      this.#afterBlank = this.#position === 'line-start' && isBlank(bytes, at, end);
      if (end >= 0) this.#position = 'line-start';
      else if (this.#position === 'line-start') this.#position = 'in-line';
      at = next;
    }
    this.#add(bytes.subarray(from, at));
    this.#rest = bytes.subarray(at);
    this.#offset += at;
    return mails;
  }

  #add(piece: Uint8Array<ArrayBuffer>): void {
    if (this.#mail === null || this.#mail.beginning !== null || piece.length === 0) return;
    const { bytes } = this.#mail;
    if (bytes.length + piece.length <= this.#cap) {
      bytes.add(piece);
      return;
    }
    this.#mail.beginning = joined([
      bytes.whole().subarray(0, KEPT_BYTES),
      piece.subarray(0, KEPT_BYTES),
    ]).slice(0, KEPT_BYTES);
    this.#mail.bytes = new CollectedBytes();
  }

  #finish(nextOffset: number, mails: SplitMail[]): void {
    if (this.#mail === null) return;
    const { separator, bytes, beginning } = this.#mail;
    if (beginning !== null) mails.push({ separator, raw: beginning, whole: false, nextOffset });
    else if (bytes.length > 0) {
      mails.push({ separator, raw: withoutBlankEnd(bytes.whole()), whole: true, nextOffset });
    } else return;
    this.#mail = null;
  }
}

function separatorAt(bytes: Uint8Array, at: number): string {
  const line = bytes.subarray(at, at + LONGEST_FROM_LINE);
  const end = line.indexOf(LF);
  return binaryString(end < 0 ? line : line.subarray(0, end)).trimEnd();
}

/** Index of the next line end, or -1. */
function lineEnd(bytes: Uint8Array, at: number): number {
  // A call of `indexOf` costs as much as examining some dozen bytes, and a file may consist of short lines only.
  const near = Math.min(at + SHORT_LINE, bytes.length);
  for (let end = at; end < near; end += 1) if (bytes[end] === LF) return end;
  return bytes.indexOf(LF, near);
}

function isBlank(bytes: Uint8Array, at: number, end: number): boolean {
  return end === at || (end === at + 1 && bytes[at] === CR);
}

/** Removes the empty line that an mbox puts after each mail. */
function withoutBlankEnd(raw: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const end = raw.length;
  if (raw[end - 1] !== LF) return raw;
  const line = raw[end - 2] === CR ? end - 2 : end - 1;
  return raw[line - 1] === LF ? raw.subarray(0, line) : raw;
}
