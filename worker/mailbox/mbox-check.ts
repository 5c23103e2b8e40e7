import { type AppFailure, failure } from '../errors.ts';
import { firstLine, lineKind } from '../../mail/mbox/lines.ts';

/** How much of a file's beginning is examined, in bytes. */
export const HEAD_BYTES = 64 * 1024;

/**
 * Finds the first separator of a mailbox file, after a byte order mark and blank lines.
 *
 * @param head the first bytes of the file
 * @param whole true when the file has no more than these
 * @throws AppFailure `mbox_empty` or `mbox_not_a_mailbox`, with what the file is instead
 */
export function firstSeparator(head: Uint8Array, whole: boolean): number {
  const at = firstLine(head);
  if (at === head.length && whole) throw failure('mbox_empty');
  if (lineKind(head, at, true, whole) === 'from') return at;
  throw notAMailbox(head, at);
}

/** Beginnings of files that contain mail but are not mbox files. */
const OTHER_FILES: readonly { begins: readonly number[]; is: 'packed' | 'outlook' }[] = [
  { begins: [0x50, 0x4b, 3, 4], is: 'packed' },
  { begins: [0x1f, 0x8b], is: 'packed' },
  { begins: [0xd0, 0xcf, 0x11, 0xe0], is: 'outlook' },
  { begins: [0x21, 0x42, 0x44, 0x4e], is: 'outlook' },
];

function notAMailbox(head: Uint8Array, at: number): AppFailure {
  const known = OTHER_FILES.find(({ begins }) => begins.every((byte, index) => head[index] === byte));
  if (known !== undefined) return failure('mbox_not_a_mailbox', { is: known.is });
  const text = new TextDecoder('latin1').decode(head.subarray(at, at + 2_048));
  const isMail = /^(from|received|delivered-to|date|subject|return-path|x-gmail-labels):/im.test(text);
  const single = isMail && /^[A-Za-z][A-Za-z0-9-]*:/.test(text);
  return failure('mbox_not_a_mailbox', single ? { is: 'single-mail' } : {});
}
