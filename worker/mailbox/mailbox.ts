import type { RawMail } from '../../mail/header/raw-mail.ts';
import type { FullRecord, HeaderRecord, RawRecord } from '../records.ts';

/** The parameters of a listing (Gmail API, `users.messages.list`). Spam and trash are never listed. */
export interface ListRequest {
  /** Gmail's search; without it, every mail is listed. */
  q?: string;
  labelIds?: readonly string[];
  pageToken?: string;
  /** At most 500 (Gmail API). */
  maxResults: number;
}

export interface ListPage {
  /** Ids of the page's mails. Mails without an id are left out. */
  ids: string[];
  /** Null on the last page. */
  nextPageToken: string | null;
  /** Approximate number of all matches; for progress only. */
  estimate: number;
}

export interface MailboxProfile {
  emailAddress: string;
  messagesTotal: number;
  /** Where a later scan continues (Gmail `history.list`); null when the source has none. */
  historyId: string | null;
}

/** Mails that came since a history id. */
export interface HistoryPage {
  addedIds: string[];
  nextPageToken: string | null;
}

/**
 * A mailbox behind an API: Gmail, or the demo mailbox that speaks Gmail's API. Every call takes a signal and rejects
 * with its reason on an abort. Other rejections are AppFailures, and TransientFaults where another attempt may help.
 * Each call is one request; `batch.ts` does the retries.
 */
export interface ApiMailbox {
  readonly kind: 'api';
  /** Quota units to spend in a minute; Infinity for no limit. */
  readonly unitsPerMinute: number;
  profile(signal: AbortSignal): Promise<MailboxProfile>;
  list(request: ListRequest, signal: AbortSignal): Promise<ListPage>;
  /** What came since `startHistoryId`; null when that id has expired and only a full listing helps. */
  history(startHistoryId: string, pageToken: string | null, signal: AbortSignal): Promise<HistoryPage | null>;
  /** `format=metadata`; null when the mail has vanished. */
  header(id: string, signal: AbortSignal): Promise<HeaderRecord | null>;
  /** `format=full`; null when the mail has vanished. */
  full(id: string, signal: AbortSignal): Promise<FullRecord | null>;
  /** `format=raw`; null when the mail has vanished. */
  raw(id: string, signal: AbortSignal): Promise<RawRecord | null>;
}

/** One mail of a file, or a note that it was skipped. `nextOffset` is the byte where the next mail begins. */
export type FileMail =
  | { kind: 'mail'; messageId: string; raw: Uint8Array; cut: RawMail; nextOffset: number }
  /** `label` is the label that says so, as written. */
  | { kind: 'skipped'; reason: 'spam-or-trash'; label: string; nextOffset: number }
  /** `beginning` is the mail's first bytes, and `messageId` their hash. */
  | {
      kind: 'skipped';
      reason: 'too-large';
      messageId: string;
      beginning: Uint8Array;
      nextOffset: number;
    };

/**
 * A mailbox in a file. A file cannot be listed or searched. It is read once, from front to back, in constant memory, so
 * this is a stream of mails rather than a mailbox with calls.
 */
export interface FileMailbox {
  readonly kind: 'file';
  /** Bytes. */
  readonly size: number;
  /**
   * Reads the beginning of the file.
   *
   * @returns size and SHA-256 of the first bytes, which identify the file later
   * @throws AppFailure `mbox_empty`, `mbox_not_a_mailbox` or `mbox_unreadable`
   */
  fingerprint(): Promise<string>;
  /** The mails from a byte offset on, which must be 0 or a `nextOffset`. */
  mails(fromOffset: number, signal: AbortSignal): AsyncGenerator<FileMail, void, undefined>;
}

/** A source of mail. */
export type Mailbox = ApiMailbox | FileMailbox;
