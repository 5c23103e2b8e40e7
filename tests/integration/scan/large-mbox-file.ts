import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/** Small mails per mail with an attachment, as in a real export. */
const SMALL_MAILS = 10;
/** An encoded attachment of about 1 MB. */
const ATTACHMENT = `${'QUJD'.repeat(19)}\r\n`.repeat(13_000);
const SEPARATOR = 'From 1790001234567890@xxx Mon May 04 10:00:00 +0000 2026\r\n';
const BOOKED = 'Your registration for Devcon 7. The badge waits at the venue.';

/** What a scan of a generated file must find. */
export interface LargeMbox {
  /** The mails to read: all except those in spam. */
  mails: number;
  /** Mails that attest an event. */
  tickets: number;
}

/**
 * Writes an mbox of about `megabytes` MB: mails with an attachment, and between them small ones with quoted `>From `
 * lines, some without the blank line after them, some in spam. The last mail is cut off.
 */
export async function writeLargeMbox(path: string, megabytes: number, tickets: number): Promise<LargeMbox> {
  const out = createWriteStream(path);
  const write = async (text: string): Promise<void> => {
    if (!out.write(text)) await once(out, 'drain');
  };
  const every = Math.floor(megabytes / tickets);
  let mails = 0;
  for (let index = 0; index < megabytes; index += 1) {
    const isTicket = index % every === 0 && index / every < tickets;
    await write(large(index, isTicket ? BOOKED : 'The pictures of last night.'));
    for (let small = 0; small < SMALL_MAILS; small += 1) await write(smallMail(index, small));
    // The mail with an attachment and the small ones, less the one in spam.
    mails += SMALL_MAILS;
  }
  await write(`${SEPARATOR}From: a@mail.example\r\nSubject: cut o`);
  out.end();
  await once(out, 'close');
  return { mails: mails + 1, tickets };
}

function large(index: number, text: string): string {
  return (
    `${SEPARATOR}From: a@mail.example\r\nTo: robin.keller@mail.example\r\nSubject: Mail ${index}\r\n` +
    `MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n` +
    `--b\r\nContent-Type: text/plain\r\n\r\n${text}\r\n` +
    `--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n${ATTACHMENT}--b--\r\n\r\n`
  );
}

function smallMail(index: number, small: number): string {
  const isSpam = small === 0;
  const blank = small === 1 ? '' : '\r\n';
  return (
    `${SEPARATOR}X-Gmail-Labels: ${isSpam ? 'Spam,Unread' : 'Inbox'}\r\nFrom: b@mail.example\r\n` +
    `Subject: Small ${index}.${small}\r\n\r\n${isSpam ? BOOKED : 'Hello,'}\r\n` +
    `${`>From the news of the day, line by line.\r\n`.repeat(20 * small)}${blank}`
  );
}
