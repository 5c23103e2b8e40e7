import { decodedText } from '../../../mail/header/header-text.ts';
import { firstText, splitMail } from '../../../mail/header/raw-mail.ts';
import { htmlToText } from '../../../mail/mime/html-text.ts';
import { allParts, mailTree, partText } from '../../../mail/mime/mail-tree.ts';
import type { MailTexts, MailboxMail } from './draft.ts';
import { searchWords } from './words.ts';

/** The parts of a mail that a search can be limited to; `all` is everything together. */
export const SEARCH_FIELDS = ['from', 'to', 'cc', 'deliveredto', 'subject', 'all'] as const;
export type SearchField = (typeof SEARCH_FIELDS)[number];

/** A stored mail: its bytes, and the data for listing and searching. */
export interface MailEntry extends Omit<MailboxMail, 'texts'> {
  /** 16 hex digits, in the order of receipt. */
  id: string;
  threadId: string;
  /** Search words of each field, surrounded by single spaces: ` your devcon ticket `. */
  words: Readonly<Record<SearchField, string>>;
  hasAttachment: boolean;
  snippet: string;
}

/** Gmail's snippet is about this long. */
const SNIPPET_LENGTH = 200;
/** Text beyond this many characters of a part is not searched, as in Gmail. */
const INDEXED_LENGTH = 200_000;
/** Low bits of an id tell apart mails of the same millisecond. */
const SEQUENCE_BITS = 20n;

/** Makes the entries of a mailbox. Replies share the thread of the mail that they answer. */
export async function describeMails(mails: readonly MailboxMail[], firstSequence = 0): Promise<MailEntry[]> {
  const threads = new Map<string, string>();
  const entries: MailEntry[] = [];
  for (const [index, mail] of mails.entries()) {
    entries.push(await describe(mail, firstSequence + index, threads));
  }
  return entries;
}

/** The same mail received at another time, in its own thread; bytes and search words are shared. */
export function copyOf(entry: MailEntry, receivedAt: number, sequence: number): MailEntry {
  const id = mailId(receivedAt, sequence);
  return { ...entry, receivedAt, id, threadId: id };
}

async function describe(
  { texts: known, ...mail }: MailboxMail,
  sequence: number,
  threads: Map<string, string>,
): Promise<MailEntry> {
  const { fields } = splitMail(mail.raw);
  const field = (name: string): string => decodedText(firstText(fields, name) ?? '');
  const { texts, names } = await read(mail.raw, known);
  const [from, to, cc, subject] = [field('from'), field('to'), field('cc'), field('subject')];
  const id = mailId(mail.receivedAt, sequence);
  const threadId = threadOf(id, firstText(fields, 'message-id'), field('references'), threads);
  return {
    ...mail,
    id,
    threadId,
    words: {
      from: spaced(from),
      to: spaced(to),
      cc: spaced(cc),
      deliveredto: spaced(field('delivered-to')),
      subject: spaced(subject),
      all: spaced([from, to, cc, subject, ...texts, ...names].join('\n')),
    },
    hasAttachment: names.length > 0,
    snippet: snippetOf(texts.find((one) => one.trim() !== '') ?? ''),
  };
}

/**
 * The visible text in the parts of a mail, and the names of its files.
 *
 * @param known its texts, if it need not be parsed; such a mail has no files
 */
async function read(raw: Uint8Array, known?: MailTexts): Promise<{ texts: string[]; names: string[] }> {
  if (known !== undefined) return { texts: [known.plain, await htmlToText(known.html)], names: [] };
  const texts: string[] = [];
  const names: string[] = [];
  for (const part of allParts(await mailTree(raw))) {
    const text = partText(part).slice(0, INDEXED_LENGTH);
    texts.push(part.mimeType === 'text/html' ? await htmlToText(text) : text);
    if (part.filename !== '') names.push(part.filename);
  }
  return { texts, names };
}

/** An id like Gmail's: time and sequence in one number, so that newer mail has a greater id. */
function mailId(receivedAt: number, sequence: number): string {
  const time = BigInt(Math.max(0, receivedAt)) << SEQUENCE_BITS;
  return (time | (BigInt(sequence) % (1n << SEQUENCE_BITS))).toString(16).padStart(16, '0');
}

function threadOf(
  id: string,
  messageId: string | null,
  references: string,
  threads: Map<string, string>,
): string {
  const answered = references.match(/<[^<>\s]+>/g)?.map((reference) => threads.get(reference));
  const threadId = answered?.find((thread) => thread !== undefined) ?? id;
  if (messageId) threads.set(messageId, threadId);
  return threadId;
}

function spaced(text: string): string {
  return ` ${searchWords(text).join(' ')} `;
}

function snippetOf(text: string): string {
  // The cut may split a surrogate pair.
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, SNIPPET_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '');
}
