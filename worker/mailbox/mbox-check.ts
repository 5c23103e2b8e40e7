import { AppFailure, failure } from '../errors.ts';
import { firstLine, lineKind } from '../../mail/mbox/lines.ts';

/** How much of a file's beginning is looked at, in bytes. */
export const HEAD_BYTES = 64 * 1024;

const PACKED = 'This is a packed archive. Unpack it and choose the .mbox file inside.';
const OUTLOOK = 'This is an Outlook file. Export the mail as .mbox and choose that file.';
const SINGLE =
  'This looks like a single mail (.eml). Export the whole mailbox as .mbox and choose that file.';

/**
 * Where the first separator stands in the beginning of a mailbox file: after a byte order mark and blank lines.
 *
 * @param head the first bytes of the file
 * @param whole true when the file has no more than these
 * @throws AppFailure `mbox_empty` or `mbox_not_a_mailbox`, with a text that says what the file is instead
 */
export function firstSeparator(head: Uint8Array, whole: boolean): number {
  const at = firstLine(head);
  if (at === head.length && whole) throw failure('mbox_empty');
  if (lineKind(head, at, true, whole) === 'from') return at;
  throw notAMailbox(head, at);
}

/** Beginnings of files that have mail inside but are no mailbox, and what to do with each. */
const OTHER_FILES: readonly { begins: readonly number[]; message: string }[] = [
  { begins: [0x50, 0x4b, 3, 4], message: PACKED },
  { begins: [0x1f, 0x8b], message: PACKED },
  { begins: [0xd0, 0xcf, 0x11, 0xe0], message: OUTLOOK },
  { begins: [0x21, 0x42, 0x44, 0x4e], message: OUTLOOK },
];

function notAMailbox(head: Uint8Array, at: number): AppFailure {
  const known = OTHER_FILES.find(({ begins }) => begins.every((byte, index) => head[index] === byte));
  if (known !== undefined) return say(known.message);
  const text = new TextDecoder('latin1').decode(head.subarray(at, at + 2_048));
  const isMail = /^(from|received|delivered-to|date|subject|return-path|x-gmail-labels):/im.test(text);
  return /^[A-Za-z][A-Za-z0-9-]*:/.test(text) && isMail ? say(SINGLE) : failure('mbox_not_a_mailbox');
}

function say(message: string): AppFailure {
  return new AppFailure('mbox_not_a_mailbox', message);
}
