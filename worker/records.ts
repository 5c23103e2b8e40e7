import { NO_SUBJECT } from '../mail/header/header-text.ts';
import type { MailDefect } from '../mail/mime/parse-mail.ts';

/** A mail's header as stored in `emailHeaders`. */
export interface HeaderRecord {
  /**
   * The provider's id; in an mbox the SHA-256 (hex) of the raw mail, or of the part read of one that is too large.
   * Never the sender's Message-ID.
   */
  messageId: string;
  /** Decoded; `No Subject` when there is none. */
  subject: string;
  from: string;
  to: string;
  /** The Date header as written; empty when there is none. */
  date: string;
  /** All DKIM-Signature values joined by a line feed; empty when unsigned. */
  dkim: string;
}

/** A mail with its decoded text. */
export interface FullRecord {
  header: HeaderRecord;
  /** Decoded text of the body. */
  body: string;
  /** Decoded text of each part. */
  parts: string[];
  /** Why the text was not read in full; null when it was. */
  unreadable: UnreadableReason | null;
}

/** A mail as it was sent. */
export interface RawRecord {
  /** Decoded; `No Subject` when there is none. */
  subject: string;
  /** When the provider received it, in milliseconds since the epoch; null when unknown. */
  internalDate: number | null;
  /** The whole mail, byte for byte. */
  decodedContents: Uint8Array;
}

/** The subject of a mail; null when it has none. */
export function knownSubject(subject: string): string | null {
  return subject === NO_SUBJECT ? null : subject;
}

/** What a mail says about the person and an event, in words or by how it was sent. */
export type MailKind =
  /** Registration or order confirmed; a ticket. */
  | 'confirmation'
  /** Accepted as a speaker, volunteer or staff. */
  | 'role'
  /** Was there: thanks for joining, certificate, checked in. */
  | 'attendance'
  /** Guide or schedule for those who registered. */
  | 'logistics'
  /** Nothing is settled: unpaid, awaiting approval, waiting list, invitation. */
  | 'pending'
  /** Cancelled, refunded, declined, rejected, expired. */
  | 'negative'
  /** For anybody: newsletter, offer, announcement. */
  | 'bulk'
  /** A program's answer to the person's own mail. */
  | 'automatic'
  /** About somebody else, or addressed to somebody else. */
  | 'other-person';

export type EvidenceTier = 'verified' | 'selfAttested';

/** Why a mail counts as self-attested only; null for a verified one. */
export type TierReason =
  | 'unsigned'
  | 'signature-failed'
  | 'key-unknown'
  | 'key-outdated'
  | 'foreign-signer'
  | 'body-limited'
  | 'subject-unsigned'
  | 'from-unsigned'
  | 'to-unsigned'
  /** The signature does not determine how the body is read, and the subject alone attests nothing. */
  | 'mime-unsigned'
  /** The account is not in a signed To or Cc. */
  | 'not-addressed'
  | 'duplicate-headers'
  | 'key-too-small'
  | 'algorithm-refused';

/** A mail that counts for one event. Kept in `travelLogs`; contains no body. */
export interface Evidence {
  messageId: string;
  /** The event's key in the catalog. */
  event: string;
  tier: EvidenceTier;
  reason: TierReason | null;
  subject: string;
  from: string;
  /** Milliseconds since the epoch; null when the mail has no readable date. */
  date: number | null;
  /** The signature that verified it; null for self-attested mail. */
  signature: { domain: string; selector: string; algorithm: string; keyBits: number; weak: boolean } | null;
  /**
   * The signature nearest to verifying a self-attested mail, which `reason` is about; null without one. `keyBits` is 0
   * when no key was read.
   */
  refused: { domain: string; keyBits: number } | null;
  /** Folded addresses of To, Cc, Delivered-To, X-Original-To. */
  addressedTo: string[];
  /** Folded addresses of the signed To and Cc; empty for self-attested mail. */
  signedTo: string[];
}

/** Logged evidence, with its source, which decides whether it counts. */
export interface LoggedEvidence extends Evidence {
  source: 'account' | 'file';
}

/** Why a mail counts as unreadable. */
export type UnreadableReason =
  | MailDefect
  /** Larger than the limit for a file's mails (`LARGEST_MAIL`). */
  | 'too-large'
  /** The worker ended twice while reading it; skipped until the person wants it read again. */
  | 'stopped-worker'
  /** The provider refused it in every run. */
  | 'refused'
  /** The provider answered with an error at every attempt in every run. */
  | 'no-answer';

/** A mail whose text could not be read. */
export interface UnreadableMail {
  /**
   * The provider's id; in an mbox the SHA-256 (hex) of the raw mail, or of the part read of one that is too large.
   * Never the sender's Message-ID.
   */
  messageId: string;
  source: LoggedEvidence['source'];
  reason: UnreadableReason;
  /** Decoded; null when unknown, or when the mail has none. */
  subject: string | null;
  /** Milliseconds since the epoch; null when unknown. */
  date: number | null;
}
