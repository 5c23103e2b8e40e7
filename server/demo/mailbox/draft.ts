import type { MailComposerOptions } from 'nodemailer/lib/mail-composer';
import type { KeyName } from './keyring.ts';

/** Whose mailbox it is. */
export const OWNER = { name: 'Robin Keller', address: 'robin.keller@mail.example' } as const;

/** Gmail's label ids, those that the demo mailbox uses. */
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

/** One DKIM signature to be put on a mail by mailauth's signer. */
export interface SignaturePlan {
  key: KeyName;
  /** Signed header names in order; the usual ones when left out. */
  headers?: readonly string[];
  /** `relaxed/relaxed` when left out. */
  canonicalization?: 'relaxed/relaxed' | 'relaxed/simple' | 'simple/relaxed' | 'simple/simple';
  algorithm?: 'rsa-sha1';
  /** `l=`: how many bytes of the canonical body are signed. */
  bodyLength?: number;
  /** `x=`, in seconds after the mail was sent. */
  expiresAfter?: number;
}

/** What a mail says: composed by nodemailer, or given byte for byte where a composer would refuse. */
export type DraftContent = { mime: MailComposerOptions } | { raw: Uint8Array };

/** A mail before it is composed, signed and delivered. */
export interface Draft {
  /** Stable name of a special mail, null on an ordinary one. It stands nowhere in the mail. */
  caseName: string | null;
  /** Milliseconds since the epoch, when the mailbox received it. */
  receivedAt: number;
  labels: readonly Label[];
  content: DraftContent;
  /** Headers that the composer adds and this mail must not have, lower case. */
  dropHeaders?: readonly string[];
  /** Put on in this order, each over the mail without the others. */
  signatures?: readonly SignaturePlan[];
  /** Changes the signed mail on its way, e.g. a gateway that adds a footer. */
  tamper?: (signed: Buffer) => Buffer;
  /** How long it was on its way, in milliseconds; a few seconds when left out. */
  transitMs?: number;
  /** The address it was delivered to; null for a mail that was not delivered here (sent, imported). */
  deliveredTo?: string | null;
}

/** A mail as the mailbox holds it. */
export interface MailboxMail {
  caseName: string | null;
  receivedAt: number;
  labels: readonly string[];
  raw: Uint8Array;
}
