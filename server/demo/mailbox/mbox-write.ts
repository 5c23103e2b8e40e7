import type { MailboxMail } from './draft.ts';
import { takeoutName } from './gmail-labels.ts';

/**
 * One mail as Google Takeout writes it into an mbox: a `From ` line with thread id and time, the labels, then the mail
 * with every line quoted that begins like a `From ` line (mboxrd).
 */
export function mboxChunk(mail: MailboxMail, id: string): Uint8Array {
  const head = `From ${BigInt(`0x${id}`)}@xxx ${asctime(mail.receivedAt)}\r\nX-GM-THRID: ${BigInt(`0x${id}`)}\r\nX-Gmail-Labels: ${mail.labels.map(takeoutName).join(',')}\r\n`;
  const text = Buffer.from(mail.raw)
    .toString('latin1')
    .replace(/^(>*From )/gm, '>$1');
  return Buffer.from(`${head}${text}${text.endsWith('\n') ? '' : '\r\n'}\r\n`, 'latin1');
}

function asctime(time: number): string {
  const [weekday, day, month, year, clock] = new Date(time).toUTCString().split(/,? /);
  return `${weekday} ${month} ${day} ${clock} +0000 ${year}`;
}
