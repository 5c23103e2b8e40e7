import type { HeaderRecord, RawRecord, FullRecord } from '../records.ts';

/** What a search may ask: Gmail's `q` (a mailbox that cannot search answers with every mail). */
export interface ListRequest {
  q?: string;
  pageToken?: string;
  /** At most 500 (Gmail API). */
  maxResults: number;
}

export interface ListPage {
  ids: string[];
  /** Absent on the last page. */
  nextPageToken?: string;
  /** Roughly how many mails match in all; only for progress. */
  estimate: number;
}

export interface MailboxProfile {
  emailAddress: string;
  messagesTotal: number;
  /** Where a later scan goes on (Gmail `history.list`); null when the source has none. */
  historyId: string | null;
}

/** One source of mail (DESIGN 5). Every call takes a signal and rejects with its reason when it is aborted. */
export interface Mailbox {
  readonly kind: 'gmail' | 'mbox';
  profile(signal: AbortSignal): Promise<MailboxProfile>;
  list(request: ListRequest, signal: AbortSignal): Promise<ListPage>;
  /** `format=metadata`; null when the mail has vanished. */
  header(id: string, signal: AbortSignal): Promise<HeaderRecord | null>;
  /** `format=full`; null when the mail has vanished. */
  full(id: string, signal: AbortSignal): Promise<FullRecord | null>;
  /** `format=raw`; null when the mail has vanished. */
  raw(id: string, signal: AbortSignal): Promise<RawRecord | null>;
}
