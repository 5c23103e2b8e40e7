import { decodedText, NO_SUBJECT } from '../../mail/header/header-text.ts';
import { htmlToText } from '../../mail/mime/html-text.ts';
import { MAX_PARTS } from '../../mail/mime/input.ts';
import { MAX_TEXT_BYTES } from '../../mail/mime/text-limit.ts';
import type { FullRecord, HeaderRecord, RawRecord } from '../records.ts';
import type { Slice } from '../../mail/slices.ts';
import { decodeBase64Url } from './base64url.ts';
import { type GmailPart, gmailPart } from './gmail-answers.ts';
import { firstText, splitMail } from '../../mail/header/raw-mail.ts';

type Headers = readonly { name: string; value: string }[];

/** The headers in a header record. They are requested by name, so that nothing else is sent. */
export const RECORD_HEADERS = ['Subject', 'From', 'To', 'Date', 'DKIM-Signature'] as const;

/** Turns Gmail's header list into a header record. If Subject or From occurs twice, the first one counts. */
export function headerRecord(messageId: string, headers: Headers): HeaderRecord {
  const values = (name: string): string[] =>
    headers.filter((header) => header.name.toLowerCase() === name).map(({ value }) => unfolded(value));
  const texts = (name: string): string[] => values(name).map(decodedText);
  return {
    messageId,
    subject: texts('subject')[0] || NO_SUBJECT,
    from: texts('from')[0] ?? '',
    to: texts('to').join(', '),
    date: values('date')[0] ?? '',
    dkim: values('dkim-signature').join('\n'),
  };
}

function unfolded(value: string): string {
  return value.replaceAll(/[\r\n\0]+/g, ' ').trim();
}

/**
 * Turns Gmail's tree of parts into decoded text. `parts` has each text version in order, HTML as its words; `body` is
 * the first of them. Attachments are left out.
 *
 * @throws RangeError on content that is not base64url; ZodError on something that is not a part; what `slice`, awaited
 *   between steps, rejects with
 */
export async function fullRecord(messageId: string, payload: GmailPart, slice: Slice): Promise<FullRecord> {
  const parts: string[] = [];
  let room = Math.floor(MAX_TEXT_BYTES / 3) * 4;
  let cut = false;
  for (const part of readParts(payload)) {
    await slice();
    if (part === 'more') cut = true;
    if (part === 'more' || !isText(part)) continue;
    const { data = '' } = part.body ?? {};
    // Cutting within a group of four characters would make it malformed.
    const read = data.length > room ? data.slice(0, room - (room % 4)) : data;
    const isCut = read.length < data.length;
    cut ||= isCut;
    room -= read.length;
    const decoded = decodeText(await decodeBase64Url(read, slice), charsetOf(part), isCut);
    const text = typeOf(part) === 'text/html' ? await htmlToText(decoded, slice) : decoded;
    if (text.trim() !== '') parts.push(text);
  }
  return {
    header: headerRecord(messageId, payload.headers ?? []),
    body: parts[0] ?? '',
    parts,
    unreadable: cut ? 'read-in-part' : null,
  };
}

/**
 * The parts without parts of their own, in order, up to the limit.
 *
 * @throws ZodError on something that is not a part
 */
function* readParts(payload: GmailPart): Generator<GmailPart | 'more', void, undefined> {
  /** The parts at each level, and which one is next. */
  const levels: { parts: readonly unknown[]; next: number }[] = [{ parts: [payload], next: 0 }];
  let read = 0;
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    if (level.next === level.parts.length) {
      levels.pop();
      continue;
    }
    if (read === MAX_PARTS) {
      yield 'more';
      return;
    }
    read += 1;
    const part = gmailPart.parse(level.parts[level.next]);
    level.next += 1;
    if (part.parts !== undefined && part.parts.length > 0) levels.push({ parts: part.parts, next: 0 });
    else yield part;
  }
}

/** Whether a part is shown as text. */
function isText(part: GmailPart): boolean {
  return /^text\/(?:plain|html)$/.test(typeOf(part)) && !isAttachment(part);
}

function typeOf({ mimeType = 'text/plain' }: GmailPart): string {
  return mimeType.toLowerCase();
}

function isAttachment(part: GmailPart): boolean {
  return /^\s*attachment\b/i.test(partHeader(part, 'content-disposition'));
}

function partHeader(part: GmailPart, name: string): string {
  return part.headers?.find((header) => header.name.toLowerCase() === name)?.value ?? '';
}

function charsetOf(part: GmailPart): string {
  const type = partHeader(part, 'content-type');
  return /charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1]?.toLowerCase() ?? 'utf-8';
}

/** Gmail converts most text to UTF-8 whatever the header says. Anything else is decoded as the header says. */
function decodeText(bytes: Uint8Array, charset: string, isCut: boolean): string {
  // ISO-2022-JP is also valid UTF-8; its escape sequences tell it apart.
  if (!(charset.startsWith('iso-2022') && bytes.includes(0x1b))) {
    try {
      // With `stream`, a character cut in two is dropped.
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
    } catch {
      // Not UTF-8; decoded below with the charset that the part names.
    }
  }
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * Turns a raw answer into a raw record.
 *
 * @param internalDate milliseconds since the epoch as decimal digits, as Gmail writes them
 * @throws RangeError when `raw` is not base64url; what `slice`, awaited between steps, rejects with
 */
export async function rawRecord(
  raw: string,
  internalDate: string | undefined,
  slice: Slice,
): Promise<RawRecord> {
  const decodedContents = await decodeBase64Url(raw, slice);
  const subject = decodedText(firstText(splitMail(decodedContents).fields, 'subject') ?? '');
  return {
    subject: subject || NO_SUBJECT,
    internalDate: internalDate === undefined ? null : Number(internalDate),
    decodedContents,
  };
}
