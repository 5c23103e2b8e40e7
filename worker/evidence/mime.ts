import { decodeWords } from 'postal-mime';
import { NO_SUBJECT } from '../records.ts';
import type { UnreadableReason } from '../records.ts';
import { recipients } from './addresses.ts';
import { htmlToText } from './html-text.ts';
import { mimeInput } from './mime-input.ts';
import { parseMime } from './mime-parser.ts';
import { inOneGo, type Slice } from '../slices.ts';
import { type HeaderField, type RawMail, fieldText, splitMail } from './raw-mail.ts';
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
  /** From the topmost `Received`, in milliseconds since the epoch; null when there is none. */
  receivedAt: number | null;
  /** Why the text could not be read; null when it was. The header's fields are filled in either case. */
  unreadable: UnreadableReason | null;
}

/** Reads a mail (DESIGN 5). Broken MIME is told in `unreadable`; nothing is thrown. */
export function parseMail(raw: Uint8Array): Promise<ParsedMail> {
  return readMail(splitMail(raw));
}

/**
 * {@link parseMail} on a mail that was cut already.
 *
 * @throws what `slice`, awaited between the steps, rejects with
 */
export async function readMail(mail: RawMail, slice: Slice = inOneGo): Promise<ParsedMail> {
  let read: ParsedMail = {
    subject: NO_SUBJECT,
    from: '',
    to: '',
    date: '',
    dkim: '',
    text: '',
    parts: [],
    addressedTo: [],
    receivedAt: null,
    unreadable: null,
  };
  try {
    read = { ...read, ...readHeader(mail.fields) };
    if (mail.fields.length === 0) return { ...read, unreadable: 'no-header' };
    if (mail.headerCut) return { ...read, unreadable: 'header-too-large' };
    return { ...read, ...(await readBody(mail, slice)) };
  } catch {
    await slice();
    return { ...read, unreadable: 'broken-mime' };
  }
}

type ParsedHeader = Pick<
  ParsedMail,
  'subject' | 'from' | 'to' | 'date' | 'dkim' | 'addressedTo' | 'receivedAt'
>;

function readHeader(fields: readonly HeaderField[]): ParsedHeader {
  return {
    subject: decoded(fields, 'subject')[0] || NO_SUBJECT,
    from: decoded(fields, 'from')[0] ?? '',
    to: decoded(fields, 'to').join(', '),
    date: values(fields, 'date')[0] ?? '',
    dkim: values(fields, 'dkim-signature').join('\n'),
    addressedTo: recipients(fields),
    receivedAt: receiptDate(fields),
  };
}

/** The body's text versions; line ends as LF. */
async function readBody(
  mail: RawMail,
  slice: Slice,
): Promise<Pick<ParsedMail, 'text' | 'parts' | 'unreadable'>> {
  const { bytes, cut } = await mimeInput(mail, slice);
  await slice();
  const { text, html } = await parseMime(bytes);
  await slice();
  const htmlText = html === undefined ? '' : await htmlToText(html, slice);
  const parts = [lines(text ?? ''), htmlText].filter((part) => part !== '');
  return { text: parts[0] ?? '', parts, unreadable: cut ? 'read-in-part' : null };
}

function lines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').trim();
}

/** The values of all fields of a name, from top to bottom. */
function values(fields: readonly HeaderField[], name: string): string[] {
  return fields.filter((field) => field.name === name).map(fieldText);
}

/** The same with encoded words decoded (RFC 2047), and white space as a reader sees it. */
function decoded(fields: readonly HeaderField[], name: string): string[] {
  return values(fields, name).map((value) => decodeWords(value).replaceAll(/\s+/g, ' ').trim());
}
