import { sha256 as hasher } from '@noble/hashes/sha2.js';
import { systemClock } from '../clock.ts';
import { failure } from '../errors.ts';
import { createSlices } from '../slices.ts';
import { spamOrTrashLabel } from './gmail-labels.ts';
import type { FileMail, FileMailbox } from './mailbox.ts';
import { firstSeparator, HEAD_BYTES } from './mbox-check.ts';
import { splitMail } from '../../mail/header/raw-mail.ts';
import { MboxSplitter } from '../../mail/mbox/splitter.ts';
import type { Slice } from '../../mail/slices.ts';
import type { SplitMail } from '../../mail/mbox/splitter.ts';

/** Largest mail that is read, in bytes: twice what Gmail accepts. A larger one is recorded and skipped. */
export const LARGEST_MAIL = 50 * 1024 * 1024;

/**
 * How much of the file is read at once, in bytes. It is sliced because some browsers buffer a whole `Blob.stream()`.
 */
const READ_BYTES = 256 * 1024;
/** Bytes handled before other work gets a turn. */
const STEP_BYTES = 64 * 1024;
/** Largest mail that the platform hashes in one call, in bytes; larger ones are hashed in steps. */
const HASHED_AT_ONCE = 4 * 1024 * 1024;

/**
 * An mbox file as a mailbox: from Google Takeout or any other program. The file is streamed; memory holds one mail at a
 * time.
 *
 * @param file a File in the browser, or the result of `fs.openAsBlob` in Node
 * @param largestMail bytes
 */
export function createMboxMailbox(file: Blob, largestMail = LARGEST_MAIL): FileMailbox {
  const head = (): Promise<Uint8Array<ArrayBuffer>> => read(file.slice(0, HEAD_BYTES));
  const slices = createSlices(systemClock);
  const begin = async (): Promise<number> => firstSeparator(await head(), file.size <= HEAD_BYTES);

  return {
    kind: 'file',
    size: file.size,

    async fingerprint() {
      if (file.size === 0) throw failure('mbox_empty');
      await begin();
      return `${file.size}-${await sha256(await head())}`;
    },

    async *mails(fromOffset, signal) {
      const start = fromOffset === 0 ? await begin() : fromOffset;
      if (start >= file.size) return;
      const splitter = new MboxSplitter(start, largestMail);
      for (let at = start; at < file.size; at += READ_BYTES) {
        const piece = await read(file.slice(at, at + READ_BYTES));
        for (let step = 0; step < piece.length; step += STEP_BYTES) {
          await slices(signal);
          yield* fileMails(splitter.push(piece.subarray(step, step + STEP_BYTES)), slices, signal);
        }
      }
      yield* fileMails(splitter.end(), slices, signal);
    },
  };
}

async function read(piece: Blob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await piece.arrayBuffer());
  } catch (cause) {
    throw failure('mbox_unreadable', { cause });
  }
}

async function* fileMails(
  mails: readonly SplitMail[],
  slices: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): AsyncGenerator<FileMail, void, undefined> {
  for (const mail of mails) {
    signal.throwIfAborted();
    yield await fileMail(mail, () => slices(signal));
  }
}

async function fileMail({ raw, whole, nextOffset }: SplitMail, slice: Slice): Promise<FileMail> {
  const cut = splitMail(raw);
  const label = spamOrTrashLabel(cut.fields);
  if (label !== null) return { kind: 'skipped', reason: 'spam-or-trash', label, nextOffset };
  const messageId = raw.length > HASHED_AT_ONCE ? await slicedSha256(raw, slice) : await sha256(raw);
  if (!whole) return { kind: 'skipped', reason: 'too-large', messageId, beginning: raw, nextOffset };
  return { kind: 'mail', messageId, raw, cut, nextOffset };
}

/** SHA-256 in hex, by the platform, which is fast enough for gigabytes. */
async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** The same in steps, because the platform would copy all of it at once. */
async function slicedSha256(bytes: Uint8Array, slice: Slice): Promise<string> {
  const hash = hasher.create();
  for (let at = 0; at < bytes.length; at += READ_BYTES) {
    hash.update(bytes.subarray(at, at + READ_BYTES));
    await slice();
  }
  return toHex(hash.digest());
}

function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
