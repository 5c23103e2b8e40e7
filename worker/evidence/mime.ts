import PostalMime, { decodeWords } from 'postal-mime';
import { NO_SUBJECT } from '../records.ts';
import { recipients } from './addresses.ts';
import { stretchesWithText } from './attachments.ts';
import { bytesOf } from './binary-string.ts';
import { htmlToText } from './html-text.ts';
import { type HeaderField, type RawMail, countFields, fieldText, splitMail } from './raw-mail.ts';
import { receiptDate } from './receipt-date.ts';

/** A mail as it is read: its header decoded, its text, and nothing of its attachments. */
export interface ParsedMail {
  /** Decoded; `No Subject` when there is none. */
  subject: string;
  from: string;
  to: string;
  /** The Date header as written; empty when there is none. */
  date: string;
  /** All DKIM-Signature values, unfolded, joined by a line feed. */
  dkim: string;
  /** Text of the body: the plain version where the mail has one, else the HTML version's words. */
  text: string;
  /** Text of each version of the body. */
  parts: string[];
  /** Folded addresses of To, Cc, Delivered-To and X-Original-To. */
  addressedTo: string[];
  /** How often each header occurs, by its name in lower case. */
  headerCounts: ReadonlyMap<string, number>;
  /** From the topmost `Received`, in milliseconds since the epoch; null when there is none. */
  receivedAt: number | null;
  /** Why the text could not be read; null when it was. The header's fields are filled in either case. */
  unreadable: string | null;
}

/** Headers that decide how the body is read (RFC 2045). The MIME parser sees these and no other. */
const MIME_HEADERS = new Set([
  'content-type',
  'content-transfer-encoding',
  'content-disposition',
  'mime-version',
]);

/** Reads a mail (DESIGN 5). Broken MIME is told in `unreadable`; nothing is thrown. */
export function parseMail(raw: Uint8Array): Promise<ParsedMail> {
  return readMail(splitMail(raw));
}

/** {@link parseMail} on a mail that was cut already. */
export async function readMail(mail: RawMail): Promise<ParsedMail> {
  const { fields } = mail;
  const header = {
    subject: decoded(fields, 'subject')[0] || NO_SUBJECT,
    from: decoded(fields, 'from')[0] ?? '',
    to: decoded(fields, 'to').join(', '),
    date: values(fields, 'date')[0] ?? '',
    dkim: values(fields, 'dkim-signature').join('\n'),
    addressedTo: recipients(fields),
    headerCounts: countFields(fields),
    receivedAt: receiptDate(fields),
  };
  if (fields.length === 0) return { ...header, text: '', parts: [], unreadable: 'It has no header' };
  if (mail.headerCut) return { ...header, text: '', parts: [], unreadable: 'Its header is too large' };
  try {
    return { ...header, ...(await readBody(mail)), unreadable: null };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ...header, text: '', parts: [], unreadable: `Its MIME structure is broken: ${reason}` };
  }
}

/**
 * The body's text versions. The MIME parser is given our own cut of header and body, and only the MIME headers:
 * if it cut the mail itself, a line that it takes for the header's end and a signature check does not would let
 * somebody slip text of their own under a valid signature.
 */
async function readBody({ fields, body }: RawMail): Promise<{ text: string; parts: string[] }> {
  const lines = fields
    .filter(({ name }) => MIME_HEADERS.has(name))
    .map(({ line }) => line.replaceAll(/\r(?!\n)/g, ' '));
  const header = bytesOf(`${[...lines, ''].join('\r\n')}\r\n`);
  const { text, html } = await PostalMime.parse(concatenated([header, ...stretchesWithText(body)]));
  const parts = [text ?? '', html === undefined ? '' : htmlToText(html)].filter((part) => part.trim() !== '');
  return { text: parts[0] ?? '', parts };
}

function concatenated(pieces: readonly Uint8Array[]): ArrayBuffer {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole.buffer;
}

/** The values of all fields of a name, from top to bottom. */
function values(fields: readonly HeaderField[], name: string): string[] {
  return fields.filter((field) => field.name === name).map(fieldText);
}

/** The same with encoded words decoded (RFC 2047), and white space as a reader sees it. */
function decoded(fields: readonly HeaderField[], name: string): string[] {
  return values(fields, name).map((value) => decodeWords(value).replaceAll(/\s+/g, ' ').trim());
}
