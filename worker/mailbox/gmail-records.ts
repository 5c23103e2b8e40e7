import { decodeWords } from 'postal-mime';
import type { FullRecord, HeaderRecord, RawRecord } from '../records.ts';
import { NO_SUBJECT } from '../records.ts';
import { decodeBase64Url } from './base64url.ts';
import type { GmailPart } from './gmail-answers.ts';
import { headerValue } from './raw-header.ts';

type Headers = readonly { name: string; value: string }[];

/** The headers that a header record is made of; asked for by name, so that nothing else is sent. */
export const RECORD_HEADERS = ['Subject', 'From', 'To', 'Date', 'DKIM-Signature'] as const;

/** Gmail's header list as a header record. Of a header that occurs twice the first one counts. */
export function headerRecord(messageId: string, headers: Headers): HeaderRecord {
  const values = (name: string): string[] =>
    headers.filter((header) => header.name.toLowerCase() === name).map(({ value }) => value);
  const first = (name: string): string => decodeWords(values(name)[0] ?? '').trim();
  return {
    messageId,
    subject: first('subject') || NO_SUBJECT,
    from: first('from'),
    to: first('to'),
    date: (values('date')[0] ?? '').trim(),
    dkim: values('dkim-signature').join('\n'),
  };
}

/**
 * Gmail's tree of parts as decoded text: `parts` holds every text part in order (HTML as it stands), `body`
 * is the first of them.
 *
 * @throws RangeError on content that is not base64url
 */
export function fullRecord(messageId: string, payload: GmailPart): FullRecord {
  const parts = textParts(payload);
  return { header: headerRecord(messageId, payload.headers ?? []), body: parts[0] ?? '', parts };
}

function textParts(part: GmailPart): string[] {
  if (part.parts !== undefined && part.parts.length > 0) return part.parts.flatMap(textParts);
  const isText = /^text\//i.test(part.mimeType ?? 'text/plain');
  const data = part.body?.data;
  return isText && data !== undefined && data !== ''
    ? [decodeText(decodeBase64Url(data), charsetOf(part))]
    : [];
}

function charsetOf(part: GmailPart): string {
  const type = part.headers?.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
  return /charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1]?.toLowerCase() ?? 'utf-8';
}

/** Gmail hands most text on as UTF-8 whatever its header says; what is no UTF-8 is read as the header says. */
function decodeText(bytes: Uint8Array, charset: string): string {
  // ISO-2022-JP is valid UTF-8 byte by byte; its escape sequences tell it apart.
  if (!(charset.startsWith('iso-2022') && bytes.includes(0x1b))) {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      // Read below with the charset that the part names.
    }
  }
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * A raw answer as a raw record.
 *
 * @param internalDate milliseconds since the epoch as decimal digits, as Gmail writes them
 * @throws RangeError when `raw` is not base64url
 */
export function rawRecord(raw: string, internalDate: string | undefined): RawRecord {
  const decodedContents = decodeBase64Url(raw);
  const subject = decodeWords(headerValue(decodedContents, 'subject') ?? '').trim();
  return {
    subject: subject || NO_SUBJECT,
    internalDate: internalDate === undefined ? null : Number(internalDate),
    decodedContents,
  };
}
