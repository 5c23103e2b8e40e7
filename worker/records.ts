import type { EventKey } from '../catalog/index.ts';
import { NO_SUBJECT } from '../mail/header/header-text.ts';
import type { MailDefect } from '../mail/mime/parse-mail.ts';

/** A mail's header as it is kept in `emailHeaders` (DESIGN 5). */
export interface HeaderRecord {
  /** The provider's id; in an mbox the SHA-256 (hex) of the raw mail. Never the sender's Message-ID. */
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

/** A mail with its decoded text (DESIGN 5). */
export interface FullRecord {
  header: HeaderRecord;
  /** Decoded text of the body. */
  body: string;
  /** Decoded text of each part. */
  parts: string[];
  /** Why the text was not read, or not to its end; null when it was. */
  unreadable: UnreadableReason | null;
}

/** A mail as it was sent (DESIGN 5). */
export interface RawRecord {
  /** Decoded; `No Subject` when there is none. */
  subject: string;
  /** Milliseconds since the epoch, as the provider received it; null when unknown. */
  internalDate: number | null;
  /** The whole mail, byte for byte. */
  decodedContents: Uint8Array;
}

/** The subject of a mail that has one; else null. */
export function knownSubject(subject: string): string | null {
  return subject === NO_SUBJECT ? null : subject;
}

export type EvidenceTier = 'verified' | 'selfAttested';

/** Why a mail counts as self-attested only; null on a verified one. */
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
  /** The signature leaves open how the body is to be read, and the subject alone attests nothing. */
  | 'mime-unsigned'
  /** The account stands in no signed To or Cc. */
  | 'not-addressed'
  | 'duplicate-headers'
  | 'key-too-small'
  | 'algorithm-refused';

/** One mail that counts for one event (DESIGN 4). Kept in `travelLogs`; holds no body. */
export interface Evidence {
  messageId: string;
  event: EventKey;
  tier: EvidenceTier;
  reason: TierReason | null;
  subject: string;
  from: string;
  /** Milliseconds since the epoch; null when the mail has no readable date. */
  date: number | null;
  /** The signature that verified it; null on self-attested mail. */
  signature: { domain: string; selector: string; algorithm: string; keyBits: number; weak: boolean } | null;
  /**
   * The signature that came nearest to verifying a self-attested mail, which `reason` is about; null where
   * there is none. `keyBits` is 0 when no key was read.
   */
  refused: { domain: string; keyBits: number } | null;
  /** Folded addresses of To, Cc, Delivered-To, X-Original-To (DESIGN 5). */
  addressedTo: string[];
  /** Folded addresses of To and Cc as the signature covers them; empty on self-attested mail. */
  signedTo: string[];
}

/** Evidence as it is logged: with the source that it was read from, which decides whether it counts (DESIGN 5). */
export interface LoggedEvidence extends Evidence {
  source: 'account' | 'file';
}

/** Why a mail counts as unreadable. */
export type UnreadableReason =
  | MailDefect
  /** Larger than what is taken from a file (`LARGEST_MAIL`). */
  | 'too-large'
  /** The worker ended twice while it was read; it is skipped until the person wants it read again. */
  | 'stopped-worker'
  /** The provider refused to hand it out, in every run that asked. */
  | 'refused'
  /** The provider answered with an error at every attempt, in every run that asked. */
  | 'no-answer';

/** A mail whose text could not be read; the scan went on. */
export interface UnreadableMail {
  /** The provider's id; in an mbox the SHA-256 (hex) of the raw mail, or of what was read of one that is too large. */
  messageId: string;
  source: LoggedEvidence['source'];
  reason: UnreadableReason;
  /** Decoded; null when it is not known, or the mail has none. */
  subject: string | null;
  /** Milliseconds since the epoch; null when it is not known. */
  date: number | null;
}
