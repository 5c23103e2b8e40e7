import type { FullRecord, HeaderRecord, RawRecord } from '../records.ts';

/** What a listing asks (Gmail API, `users.messages.list`). Spam and trash are never listed. */
export interface ListRequest {
  /** Gmail's search; absent lists every mail. */
  q?: string;
  labelIds?: readonly string[];
  pageToken?: string;
  /** At most 500 (Gmail API). */
  maxResults: number;
}

export interface ListPage {
  /** Ids of the page's mails; mails without one are left out. */
  ids: string[];
  /** Null on the last page. */
  nextPageToken: string | null;
  /** Roughly how many mails match in all; only for progress. */
  estimate: number;
}

export interface MailboxProfile {
  emailAddress: string;
  messagesTotal: number;
  /** Where a later scan goes on (Gmail `history.list`); null when the source has none. */
  historyId: string | null;
}

/** Mails that came since a history id. */
export interface HistoryPage {
  addedIds: string[];
  nextPageToken: string | null;
}

/**
 * A mailbox behind an API: Gmail, and the demo mailbox that speaks Gmail's API (DESIGN 5). Every call takes
 * a signal and rejects with its reason when it is aborted; other rejections are AppFailures, those that are
 * worth another attempt being TransientFaults. Each call is one request: retrying belongs to batch.ts.
 */
export interface ApiMailbox {
  readonly kind: 'api';
  /** Quota units that it may spend in a minute; Infinity when there is no limit. */
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

/** One mail of a file, or the note that it was passed over. `nextOffset` is the byte where the next mail begins. */
export type FileMail =
  | { kind: 'mail'; messageId: string; raw: Uint8Array; nextOffset: number }
  /** `label` is the one that says so, as it is written. */
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
 * A mailbox in a file (DESIGN 5). A file is read once, from front to back, in constant memory; there is
 * nothing to list or to search, so it is a stream of mails rather than a mailbox with calls.
 */
export interface FileMailbox {
  readonly kind: 'file';
  /** Bytes. */
  readonly size: number;
  /**
   * Looks at the beginning of the file.
   *
   * @returns size and SHA-256 of the first bytes, which tell whether a later file is the same one
   * @throws AppFailure `mbox_empty`, `mbox_not_a_mailbox` or `mbox_unreadable`
   */
  fingerprint(): Promise<string>;
  /** The mails from a byte offset on, which must be 0 or a `nextOffset`. */
  mails(fromOffset: number, signal: AbortSignal): AsyncGenerator<FileMail, void, undefined>;
}

/** A source of mail (DESIGN 5). */
export type Mailbox = ApiMailbox | FileMailbox;
