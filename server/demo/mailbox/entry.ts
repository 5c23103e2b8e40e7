import { decodeWords } from 'postal-mime';
import type { MailboxMail } from './draft.ts';
import { htmlWords } from './html-words.ts';
import { allParts, headerValue, parseMimeTree, partText } from './mime-tree.ts';
import { searchWords } from './words.ts';

/** The parts of a mail that a search can be limited to; `all` is everything together. */
export const SEARCH_FIELDS = ['from', 'to', 'cc', 'deliveredto', 'subject', 'all'] as const;
export type SearchField = (typeof SEARCH_FIELDS)[number];

/** A mail as the mailbox keeps it: the bytes, and what listing and searching need of them. */
export interface MailEntry extends MailboxMail {
  /** 16 hex digits, in the order of receipt. */
  id: string;
  threadId: string;
  /** Search words of each field, each between single spaces: ` your devcon ticket `. */
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

/** Makes the entries of a mailbox; replies share the thread of the mail that they answer. */
export function describeMails(mails: readonly MailboxMail[], firstSequence = 0): MailEntry[] {
  const threads = new Map<string, string>();
  return mails.map((mail, index) => describe(mail, firstSequence + index, threads));
}

/** The same mail, received again at another time, in a thread of its own; bytes and search words are shared. */
export function copyOf(entry: MailEntry, receivedAt: number, sequence: number): MailEntry {
  const id = mailId(receivedAt, sequence);
  return { ...entry, receivedAt, id, threadId: id };
}

function describe(mail: MailboxMail, sequence: number, threads: Map<string, string>): MailEntry {
  const tree = parseMimeTree(mail.raw);
  const field = (name: string): string => decodeWords(headerValue(tree.headers, name) ?? '');
  const parts = allParts(tree);
  const plain = parts.find((part) => part.mimeType === 'text/plain' && part.filename === '');
  const texts = parts.map((part) => {
    const text = partText(part).slice(0, INDEXED_LENGTH);
    return part.mimeType === 'text/html' ? htmlWords(text) : text;
  });
  const names = parts.map((part) => part.filename).filter((name) => name !== '');
  const [from, to, cc, subject] = [field('from'), field('to'), field('cc'), field('subject')];
  const id = mailId(mail.receivedAt, sequence);
  const threadId = threadOf(id, headerValue(tree.headers, 'message-id'), field('references'), threads);
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
    snippet: snippetOf(plain ? partText(plain) : (texts.find((text) => text.trim() !== '') ?? '')),
  };
}

/** An id like Gmail's: time and sequence in one number, so that newer mail has a greater id. */
function mailId(receivedAt: number, sequence: number): string {
  const time = BigInt(Math.max(0, receivedAt)) << SEQUENCE_BITS;
  return (time | (BigInt(sequence) % (1n << SEQUENCE_BITS))).toString(16).padStart(16, '0');
}

function threadOf(
  id: string,
  messageId: string | undefined,
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
  // Half of a surrogate pair may stand at the cut.
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, SNIPPET_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '');
}
