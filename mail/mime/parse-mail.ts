import { NO_SUBJECT, decodedText, MAX_DECODED } from '../header/header-text.ts';
import { recipients } from '../header/addresses.ts';
import { htmlToText } from './html-text.ts';
import { mimeInput } from './input.ts';
import { parseMime } from './parser.ts';
import { inOneGo, inSlices, type Slice, type Steps } from '../slices.ts';
import { type HeaderField, type RawMail, fieldText, firstText, splitMail } from '../header/raw-mail.ts';
import { receiptDate } from '../header/receipt-date.ts';

/** Why the text of a mail could not be read in full. */
export type MailDefect =
  | 'no-header'
  | 'header-too-large'
  | 'broken-mime'
  /** The text exceeds the limit; only its beginning was read. */
  | 'read-in-part';

/** A mail after parsing: its decoded header and its text, without attachments. */
export interface ParsedMail {
  /** Decoded; `No Subject` when there is none. */
  subject: string;
  from: string;
  to: string;
  /** The Date header as written; empty when there is none. */
  date: string;
  /** All DKIM-Signature values, unfolded, joined by a line feed. */
  dkim: string;
  /** Text of the body: the plain version, or the words of the HTML version if there is no plain one. */
  text: string;
  /** Text of each version of the body. */
  parts: string[];
  /** Folded addresses of To, Cc, Delivered-To and X-Original-To. */
  addressedTo: string[];
  /** From the topmost `Received`, in milliseconds since the epoch; null when there is none. */
  receivedAt: number | null;
  /** Why the text could not be read; null when it was. The header's fields are filled in either way. */
  unreadable: MailDefect | null;
}

/** Reads a mail. Broken MIME is reported in `unreadable`; nothing is thrown. */
export function parseMail(raw: Uint8Array): Promise<ParsedMail> {
  return readMail(splitMail(raw));
}

/**
 * {@link parseMail} on a mail that is already split.
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
    read = { ...read, ...(await readHeader(mail.fields, slice)) };
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

async function readHeader(fields: readonly HeaderField[], slice: Slice): Promise<ParsedHeader> {
  const subject = firstDecoded(fields, 'subject') || NO_SUBJECT;
  const from = firstDecoded(fields, 'from');
  await slice();
  const to = allDecoded(fields, 'to').join(', ');
  await slice();
  const addressedTo = recipients(fields);
  await slice();
  return {
    subject,
    from,
    to,
    date: firstText(fields, 'date') ?? '',
    dkim: values(fields, 'dkim-signature').join('\n'),
    addressedTo,
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
  const { text, html } = await parseMime(bytes, slice);
  await slice();
  const htmlText = html === undefined ? '' : await htmlToText(html, slice);
  const parts = [await inSlices(lines(text ?? ''), slice), htmlText].filter((part) => part !== '');
  return { text: parts[0] ?? '', parts, unreadable: cut ? 'read-in-part' : null };
}

/** Characters handled before other work gets a turn. */
const STEP_LENGTH = 32 * 1024;

/** The text with LF line ends. */
function* lines(text: string): Steps<string> {
  if (!text.includes('\r')) return text.trim();
  const pieces: string[] = [];
  for (let from = 0; from < text.length;) {
    let to = from + STEP_LENGTH;
    // A CRLF is not split between two steps.
    if (text.charAt(to - 1) === '\r') to += 1;
    pieces.push(text.slice(from, to).replaceAll(/\r\n?/g, '\n'));
    from = to;
    yield;
  }
  return pieces.join('').trim();
}

/** The values of all fields of a name, from top to bottom. */
function values(fields: readonly HeaderField[], name: string): string[] {
  return fields.filter((field) => field.name === name).map(fieldText);
}

/** The first value, with encoded words decoded (RFC 2047) and white space collapsed. */
function firstDecoded(fields: readonly HeaderField[], name: string): string {
  return decodedText(firstText(fields, name) ?? '');
}

/** All values decoded the same way, up to a shared limit on their length. */
function allDecoded(fields: readonly HeaderField[], name: string): string[] {
  const decoded: string[] = [];
  let room = MAX_DECODED;
  for (const value of values(fields, name)) {
    if (room <= 0) break;
    decoded.push(decodedText(value.slice(0, room)));
    room -= value.length;
  }
  return decoded;
}
