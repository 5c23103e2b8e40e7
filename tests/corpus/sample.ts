/** One labelled mail of the corpus: see README.md. */
import type { MailKind } from '../../worker/records.ts';

/** Whose mailbox the mail is in. */
export const ACCOUNT = { name: 'Robin Keller', address: 'robin.keller@mail.example' } as const;

/** A `To` with the display name. */
export const NAMED = `${ACCOUNT.name} <${ACCOUNT.address}>`;

/** The languages of the product's keyword lists. */
export type Language =
  'en' | 'de' | 'fr' | 'es' | 'pt' | 'it' | 'nl' | 'tr' | 'ru' | 'ja' | 'zh' | 'ko' | 'th' | 'ar' | 'he';

/** What sent the mail. */
export type Source =
  | 'pretix'
  | 'pretalx'
  | 'indico'
  | 'hi.events'
  | 'luma'
  | 'eventbrite'
  | 'tito'
  | 'meetup'
  /** A newsletter tool. */
  | 'newsletter'
  /** A mailing list. */
  | 'list'
  /** A help desk or an absence note. */
  | 'auto-reply'
  /** The organiser's own programs, which nobody else uses: guides, certificates, accounts, a shop. */
  | 'organiser'
  /** A hotel, an airline, a travel agency. */
  | 'travel'
  /** A calendar program. */
  | 'calendar'
  /** A person, by hand. */
  | 'person';

export interface AttachedFile {
  name: string;
  /** MIME type. */
  type: string;
  /** By default a few bytes that begin like such a file. */
  content?: string;
}

export interface Sample {
  /** `{source}-{language}-{state}`, with a number if that is taken. */
  id: string;
  source: Source;
  /** The language that the mail is mostly written in. */
  language: Language;
  /** What the mail is for, in the sending system's own terms (`order-paid`); each state is held out in part. */
  state: string;
  /** Key in the built-in catalog of the event that the label is about. */
  event: string;
  /** The address line as sent. */
  from: string;
  /** The address line as sent; the bare address of {@link ACCOUNT} when left out. */
  to?: string;
  cc?: string;
  /** Further header fields in order, as the system sends them. Values are plain text; they are encoded when rendered. */
  headers?: Readonly<Record<string, string>>;
  subject: string;
  text?: string;
  html?: string;
  attachments?: readonly AttachedFile[];
  /**
   * Days from the event's first day to the mail, negative before it. When left out, 40 days before it for a pending
   * mail, 20 for a negative one, else 30.
   */
  sent?: number;
  /** What the mail on its own shows about the account's owner and the event. */
  kind: MailKind;
  /**
   * The code of the order, ticket or registration that the mail names (also in the address of an order's page), upper
   * case, without `#`; null when it names none. A talk's code is none.
   */
  order: string | null;
  /** Why it has that kind, where a reader might doubt it. */
  note?: string;
}
