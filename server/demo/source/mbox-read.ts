import { open } from 'node:fs/promises';
import { binaryString, bytesOf } from '../../../mail/header/binary-string.ts';
import { firstText, splitMail } from '../../../mail/header/raw-mail.ts';
import { parseDate, receiptDate } from '../../../mail/header/receipt-date.ts';
import { firstLine, lineKind, separatorTime } from '../../../mail/mbox/lines.ts';
import { MboxSplitter } from '../../../mail/mbox/splitter.ts';
import type { SplitMail } from '../../../mail/mbox/splitter.ts';
import type { MailboxMail } from '../mailbox/draft.ts';
import { labelId } from '../mailbox/gmail-labels.ts';

export interface MboxContent {
  /** The address of the first Delivered-To header, null when no mail has one. */
  owner: string | null;
  /** Oldest first. */
  mails: MailboxMail[];
}

/** Largest file, since a demo mailbox is held in memory. Bytes. */
const MAX_BYTES = 512 * 1024 * 1024;

/**
 * Reads any mbox as a mailbox for the demo. Line ends become CRLF, as they were on the wire.
 *
 * @throws when the file cannot be read, holds no mail, or is larger than 512 MiB
 */
export async function readMbox(path: string): Promise<MboxContent> {
  const bytes = await wholeFile(path);
  const begin = firstLine(bytes);
  if (lineKind(bytes, begin, true, true) !== 'from') throw new Error(`${path} holds no mail`);
  const splitter = new MboxSplitter(begin, MAX_BYTES);
  let owner: string | null = null;
  const mails = [...splitter.push(bytes.subarray(begin)), ...splitter.end()].map((mail): MailboxMail => {
    const { fields } = splitMail(mail.raw);
    owner ??= /[^\s<>,;]+@[^\s<>,;]+/.exec(firstText(fields, 'delivered-to') ?? '')?.[0] ?? null;
    const labels = (firstText(fields, 'x-gmail-labels') ?? '').split(',').filter((label) => label !== '');
    return {
      caseName: null,
      receivedAt: receiptTime(mail),
      labels: labels.length > 0 ? labels.map(labelId) : ['INBOX'],
      raw: onTheWire(mail.raw),
    };
  });
  return { owner, mails: mails.toSorted((a, b) => a.receivedAt - b.receivedAt) };
}

async function wholeFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  await using file = await open(path);
  const { size } = await file.stat();
  if (size > MAX_BYTES) throw new Error(`${path} is larger than 512 MiB`);
  return new Uint8Array(await file.readFile());
}

function receiptTime({ separator, raw }: SplitMail): number {
  const { fields } = splitMail(raw);
  return separatorTime(separator) ?? receiptDate(fields) ?? parseDate(firstText(fields, 'date') ?? '') ?? 0;
}

function onTheWire(mail: Uint8Array): Uint8Array {
  return bytesOf(binaryString(mail).replaceAll(/\r?\n/g, '\r\n'));
}
