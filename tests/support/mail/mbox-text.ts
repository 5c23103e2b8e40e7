/** Small mbox files as text, and the mails read from them. */
import { createMboxMailbox } from '../../../worker/mailbox/index.ts';
import type { FileMail } from '../../../worker/mailbox/mailbox.ts';

const never = new AbortController().signal;

export const SEPARATOR = 'From 1790001234567890@xxx Mon May 04 10:00:00 +0000 2026';

export function file(text: string | Uint8Array<ArrayBuffer>): Blob {
  return new Blob([text]);
}

/** Everything that the file gives, from an offset on. */
export async function all(blob: Blob, from = 0, largest?: number): Promise<FileMail[]> {
  const mails: FileMail[] = [];
  for await (const one of createMboxMailbox(blob, largest).mails(from, never)) mails.push(one);
  return mails;
}

/** The mails as text; for a skipped mail, the reason in brackets. */
export async function texts(text: string): Promise<string[]> {
  return (await all(file(text))).map((one) =>
    one.kind === 'mail' ? new TextDecoder().decode(one.raw) : `(${one.reason})`,
  );
}

/** An mbox of these mails. */
export function mbox(mails: string[], { eol = '\n', blank = true } = {}): string {
  return mails
    .map((one) => `${SEPARATOR}\n${one}\n${blank ? '\n' : ''}`)
    .join('')
    .replaceAll('\n', eol);
}

/** An unsigned mail to this address; it attests the event that its subject names, if any. */
export function registration(
  subject: string,
  to: string,
  body = 'Your registration for the conference is confirmed.',
): string {
  return [
    'From: tickets@devcon.example',
    `To: ${to}`,
    `Subject: ${subject}`,
    'Date: Mon, 01 Jan 2024 00:00:00 +0000',
    'Content-Type: text/plain; charset=utf-8',
    '',
    body,
  ].join('\n');
}
