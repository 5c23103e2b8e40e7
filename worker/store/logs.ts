import { z } from 'zod';
import { CATALOG_HASH, catalogSchema, keySchema, SLOT_COUNT, slugSchema } from '../../catalog/index.ts';
import type { AppError, Choices, ComparisonResult, ErrorCode, Shown } from '../contract.ts';
import { isErrorCode } from '../errors.ts';
import type {
  HeaderRecord,
  LoggedEvidence,
  TierReason,
  UnreadableMail,
  UnreadableReason,
} from '../records.ts';

const slot = z
  .number()
  .int()
  .min(0)
  .max(SLOT_COUNT - 1);
const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'bytes');
const count = z.number().int().nonnegative();
const source = z.enum(['account', 'file']);

/** A header as stored in `emailHeaders`. */
export const headerSchema: z.ZodType<HeaderRecord> = z.object({
  messageId: z.string().min(1),
  subject: z.string(),
  from: z.string(),
  to: z.string(),
  date: z.string(),
  dkim: z.string(),
});

/** One entry of the evidence log. */
export const evidenceSchema: z.ZodType<LoggedEvidence> = z
  .object({
    messageId: z.string().min(1),
    // May belong to another catalog; then it is kept but not shown.
    event: keySchema,
    tier: z.enum(['verified', 'selfAttested']),
    // Reasons may be added; an unknown one is still evidence.
    reason: z.custom<TierReason>((value) => typeof value === 'string').nullable(),
    subject: z.string(),
    from: z.string(),
    date: z.number().nullable(),
    signature: z
      .object({
        domain: z.string(),
        selector: z.string(),
        algorithm: z.string(),
        keyBits: z.number(),
        weak: z.boolean(),
      })
      .nullable(),
    // Absent in entries of older versions.
    refused: z.object({ domain: z.string(), keyBits: z.number() }).nullable().default(null),
    addressedTo: z.array(z.string()),
    // Absent in entries of older versions, which the next scan reads again.
    signedTo: z.array(z.string()).nullable().default(null),
    source,
  })
  .transform((entry) => ({ ...entry, signedTo: entry.signedTo ?? entry.addressedTo }));

const appError: z.ZodType<AppError> = z.object({
  code: z.custom<ErrorCode>(isErrorCode, 'an error code'),
  message: z.string(),
  retryAfter: z.number().exactOptional(),
  serverError: z.string().exactOptional(),
  id: z.string().exactOptional(),
  is: z.enum(['packed', 'outlook', 'single-mail']).exactOptional(),
});

/**
 * What mail was read for, and by which rules: the catalog's hash and the number of the rules. Absent in checkpoints of
 * older versions, which makes them a different reading.
 */
const reading = z.string().default('');

const state = z.enum(['running', 'paused', 'cancelled', 'done']);

const counts = z.object({
  /** Mails whose header or text was read in this scan, each once. */
  mailsRead: count,
  /** Mails selected for reading by the searches and headers. */
  candidates: count,
  /** Mails that could not be read, in this scan or before it; for a file, in this pass. */
  unreadable: count,
});

/** Where a scan of the account's mailbox stands. Lists hold provider ids. */
export const accountCheckpointSchema = z.object({
  /** Address of the mailbox, as its profile gives it. */
  account: z.string(),
  reading,
  thorough: z.boolean(),
  /** `running` in a stored checkpoint means that the worker ended during the scan. */
  state,
  phase: z.enum(['searching', 'headers', 'reading']),
  error: appError.nullable(),
  /** The mailbox's history id when this scan began, from which the next one starts (Gmail `history.list`). */
  historyId: z.string().nullable(),
  /** The last completed scan with this catalog. */
  completed: z.object({ historyId: z.string().nullable(), thorough: z.boolean() }).nullable(),
  /** Mails that came since `completed`; null when the whole mailbox is scanned. */
  newIds: z.array(z.string()).nullable(),
  /** Hits with a booking word while the hits are narrowed; otherwise null. */
  narrowed: z.array(z.string()).nullable(),
  /** Index of the current search, and its next page. */
  search: count,
  pageToken: z.string().nullable(),
  /**
   * The header listing of a thorough scan. Reads every header, page by page in batches of 40, keeps the first mail of
   * each distinct subject, and adds mails whose header mentions an event to the candidates. A candidate's header is
   * kept whatever its subject.
   */
  headers: z.object({
    pending: z.array(z.string()),
    pageToken: z.string().nullable(),
    /** True when the current page is the last. */
    lastPage: z.boolean(),
    done: count,
  }),
  /** Candidates still to be read. */
  pending: z.array(z.string()),
  /** Candidates that were read, in this scan or an earlier one. */
  read: z.array(z.string()),
  /**
   * Those of them that were judged while a key could not be requested; the next scan reads them again. Absent in
   * checkpoints of older versions.
   */
  unjudged: z.array(z.string()).default([]),
  /** Candidates that failed every attempt, with the number of runs. */
  stuck: z.record(z.string(), count),
  /** Mails in the mailbox when the scan began; once all are listed, the number listed. */
  total: count,
  counts,
});
export type AccountCheckpoint = z.infer<typeof accountCheckpointSchema>;

/** Where the pass through a mailbox file stands. */
export const fileCheckpointSchema = z.object({
  /** Size and hash of the file's beginning, which identify it. */
  fingerprint: z.string(),
  fileName: z.string().nullable(),
  reading,
  thorough: z.boolean(),
  state,
  error: appError.nullable(),
  /** Bytes of the file already read; the next mail begins here. */
  offset: count,
  size: count,
  counts,
  /** Mails in spam or trash, by the label that says so; absent in checkpoints of older versions. */
  leftOut: z.record(z.string(), count).default({}),
});
export type FileCheckpoint = z.infer<typeof fileCheckpointSchema>;

const UNREADABLE_REASONS: Readonly<Record<UnreadableReason, true>> = {
  'no-header': true,
  'header-too-large': true,
  'broken-mime': true,
  'read-in-part': true,
  'too-large': true,
  'stopped-worker': true,
  refused: true,
  'no-answer': true,
};

const unreadableSchema: z.ZodType<UnreadableMail> = z.object({
  messageId: z.string(),
  source,
  reason: z.custom<UnreadableReason>(
    (value) => typeof value === 'string' && Object.hasOwn(UNREADABLE_REASONS, value),
    'a reason',
  ),
  subject: z.string().nullable(),
  date: z.number().nullable(),
});

const checkpoint = z.object({
  /** The source that was scanned last. */
  last: source,
  account: accountCheckpointSchema.nullable(),
  file: fileCheckpointSchema.nullable(),
});
export type Checkpoint = z.infer<typeof checkpoint>;

const mailsUnderway = z.object({
  /** Mails being read. If a worker finds any at its start, another one left them behind. */
  reading: z.array(z.string()),
  /** Mails that were being read, alone or among others, when a worker ended. */
  suspects: z.array(z.string()),
  /** Mails that stopped the worker twice. */
  skipped: z.array(z.string()),
});

const choices: z.ZodType<Choices> = z.object({
  interests: z.array(keySchema),
  events: z.array(keySchema),
});

const result: z.ZodType<ComparisonResult> = z.object({
  verifiedTravelEvents: z.array(keySchema),
  selfAttestedEvents: z.array(keySchema),
  travelInterests: z.array(keySchema),
  compared: z.array(z.string()),
  comparedAt: z.number(),
});

const shown: z.ZodType<Shown> = z.object({
  stamps: z.array(
    z.object({
      id: z.string(),
      organiser: z.object({ slug: z.string(), name: z.string() }),
      // Absent in entries of older versions, until the server is asked again.
      catalog: z.string().nullable().default(null),
      fact: z.string(),
      name: z.string().nullable().default(null),
      day: z.string().nullable(),
    }),
  ),
  // Absent in entries of older versions.
  withdrawn: z
    .array(
      z.object({
        organiser: z.object({ slug: z.string(), name: z.string() }),
        catalog: z.string().nullable().default(null),
        fact: z.string(),
      }),
    )
    .default([]),
  readAt: z.number().nullable(),
});

/**
 * The named entries of `travelLogs`, each with the check for a stored value. A value in another shape, from an older
 * version, reads as absent. `evidence` is checked entry by entry.
 */
const logs = {
  checkpoint,
  evidence: z.array(evidenceSchema),
  unreadable: z.array(unreadableSchema),
  underway: z.object({ account: mailsUnderway, file: mailsUnderway }),
  /** `bits`: 100 bytes, 0 or 1. `mapping`: message ids by slot. */
  vector: z.object({
    bits: bytes,
    mapping: z.array(z.array(z.string())).length(SLOT_COUNT),
  }),
  choices,
  result,
  /** Disclosures, as last reported by the server. */
  shown,
  /** For disclosure after a comparison: the session (32 bytes) and the tokens (16 bytes) of matched slots. */
  comparison: z.object({
    session: bytes,
    tokens: z.array(z.object({ slot, token: bytes })),
  }),
  /** The catalog itself, for viewing findings offline. */
  catalog: catalogSchema,
  /** The hash of the catalog in use, by organiser. */
  organisers: z.record(slugSchema, z.string().regex(CATALOG_HASH)),
  /** The answer of `/api/config`, for working offline; checked by its reader. */
  config: z.unknown(),
  /** Whose mail the evidence is. */
  owner: z.object({ source, email: z.string().nullable(), fileName: z.string().nullable() }),
};
export type LogKey = keyof typeof logs;
export type TravelLogs = { [K in LogKey]: z.output<(typeof logs)[K]> };
export const LOGS: { readonly [K in LogKey]: z.ZodType<TravelLogs[K]> } = logs;
