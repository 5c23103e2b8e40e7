import { AppFailure, failure } from '../errors.ts';
import { lineKind } from './mbox-lines.ts';

/** How much of a file's beginning is looked at, in bytes. */
export const HEAD_BYTES = 64 * 1024;

const KEPT = 'What was found before is kept.';

/**
 * Where the first separator stands in the beginning of a mailbox file: after a byte order mark and blank lines.
 *
 * @param head the first bytes of the file
 * @param whole true when the file has no more than these
 * @throws AppFailure `mbox_empty` or `mbox_not_a_mailbox`, with a text that says what the file is instead
 */
export function firstSeparator(head: Uint8Array, whole: boolean): number {
  let at = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  while (at < head.length && isSpace(head[at])) at++;
  if (at === head.length && whole) throw failure('mbox_empty');
  if (lineKind(head, at, true, whole) === 'from') return at;
  throw notAMailbox(head, at);
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x0a || byte === 0x0d || byte === 0x20 || byte === 0x09;
}

/** Archives and mail programs make other files with mail in them; the text says what to do with each. */
function notAMailbox(head: Uint8Array, at: number): AppFailure {
  const text = new TextDecoder('latin1').decode(head.subarray(at, at + 1_024));
  if (text.startsWith('PK\x03\x04') || text.startsWith('\x1f\x8b')) {
    return say('This is a packed archive. Unpack it and choose the .mbox file inside.');
  }
  if (text.startsWith('\xd0\xcf\x11\xe0') || text.startsWith('!BDN')) {
    return say('This is an Outlook file. Export the mail as .mbox and choose that file.');
  }
  if (
    /^[A-Za-z][A-Za-z0-9-]*:[ \t]/.test(text) &&
    /^(from|received|delivered-to|date|subject|return-path):/im.test(text)
  ) {
    return say(
      'This looks like a single mail (.eml). Export the whole mailbox as .mbox and choose that file.',
    );
  }
  return failure('mbox_not_a_mailbox');
}

function say(message: string): AppFailure {
  return new AppFailure('mbox_not_a_mailbox', `${message} ${KEPT}`);
}
