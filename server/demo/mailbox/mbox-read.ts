import { createReadStream } from 'node:fs';
import { mboxReader } from 'mbox-reader';
import type { MboxMessage } from 'mbox-reader';
import type { MailboxMail } from './draft.ts';
import { labelId } from './gmail-labels.ts';

export interface MboxContent {
  /** The address of the first Delivered-To header, null when no mail has one. */
  owner: string | null;
  /** Oldest first. */
  mails: MailboxMail[];
}

/** A demo mailbox is held in memory: a file that is larger does not belong here. */
const MAX_BYTES = 512 * 1024 * 1024;

/**
 * Reads any mbox as a mailbox for the demo. Line ends become CRLF, as they were on the wire.
 *
 * @throws when the file cannot be read, holds no mail, or is larger than 512 MiB
 */
export async function readMbox(path: string): Promise<MboxContent> {
  const mails: MailboxMail[] = [];
  let owner: string | null = null;
  for await (const message of mboxReader(createReadStream(path))) {
    if (message.readSize > MAX_BYTES) throw new Error(`${path} is larger than 512 MiB`);
    owner ??= /[^\s<>,;]+@[^\s<>,;]+/.exec(message.headers.get('delivered-to')?.[0] ?? '')?.[0] ?? null;
    mails.push({
      caseName: null,
      receivedAt: receiptTime(message),
      labels: message.labels.length > 0 ? message.labels.map(labelId) : ['INBOX'],
      raw: onTheWire(message.content),
    });
  }
  if (mails.length === 0) throw new Error(`${path} holds no mail`);
  return { owner, mails: mails.toSorted((a, b) => a.receivedAt - b.receivedAt) };
}

function receiptTime(message: MboxMessage): number {
  if (message.time) return message.time.getTime();
  const received = message.headers.get('received')?.[0]?.split(';').at(-1);
  for (const text of [received, message.headers.get('date')?.[0]]) {
    const time = Date.parse(text ?? '');
    if (!Number.isNaN(time)) return time;
  }
  return 0;
}

/** The reader gives the lines joined by LF, without the last line's end. */
function onTheWire(mail: Buffer): Uint8Array {
  return Buffer.from(`${mail.toString('latin1').replace(/\r?\n/g, '\r\n')}\r\n`, 'latin1');
}
