import type { MailComposerOptions } from 'nodemailer/lib/mail-composer';
import type { KeyName } from './keyring.ts';

/** Whose mailbox it is. */
export const OWNER = { name: 'Robin Keller', address: 'robin.keller@mail.example' } as const;

/** The label ids of Gmail that the demo mailbox uses. */
export type Label =
  | 'INBOX'
  | 'SENT'
  | 'SPAM'
  | 'TRASH'
  | 'UNREAD'
  | 'STARRED'
  | 'IMPORTANT'
  | 'CATEGORY_PERSONAL'
  | 'CATEGORY_UPDATES'
  | 'CATEGORY_PROMOTIONS'
  | 'CATEGORY_SOCIAL'
  | 'CATEGORY_FORUMS';

/** One DKIM signature for mailauth to put on a mail. */
export interface SignaturePlan {
  key: KeyName;
  /** Signed header names in order; by default the usual ones. */
  headers?: readonly string[];
  /** `relaxed/relaxed` when left out. */
  canonicalization?: 'relaxed/relaxed' | 'relaxed/simple' | 'simple/relaxed' | 'simple/simple';
  algorithm?: 'rsa-sha1';
  /** `l=`: how many bytes of the canonical body are signed. */
  bodyLength?: number;
  /** `x=`, in seconds after the mail was sent. */
  expiresAfter?: number;
}

/** A mail's content: composed by nodemailer, or given byte for byte where a composer would refuse. */
export type DraftContent = { mime: MailComposerOptions } | { raw: Uint8Array };

/** A mail before it is composed, signed and delivered. */
export interface Draft {
  /** Stable name of a special mail; null for an ordinary one. Not part of the mail. */
  caseName: string | null;
  /** Milliseconds since the epoch, when the mailbox received it. */
  receivedAt: number;
  labels: readonly Label[];
  content: DraftContent;
  /** Headers that the composer adds and this mail must not have, lower case. */
  dropHeaders?: readonly string[];
  /** Added in this order, each over the mail without the others. */
  signatures?: readonly SignaturePlan[];
  /** Changes the signed mail in transit, like a gateway that adds a footer. */
  tamper?: (signed: Buffer) => Buffer;
  /** Time in transit, in milliseconds; by default a few seconds. */
  transitMs?: number;
  /** The address it was delivered to; null for a sent or imported mail. */
  deliveredTo?: string | null;
}

/** A mail's text in each form; empty if it lacks that form. */
export interface MailTexts {
  plain: string;
  html: string;
}

/** A mail as the mailbox holds it. */
export interface MailboxMail {
  caseName: string | null;
  receivedAt: number;
  labels: readonly string[];
  raw: Uint8Array;
  /** Known for a mail composed of only these; for any other mail the bytes are read. */
  texts?: MailTexts;
}
