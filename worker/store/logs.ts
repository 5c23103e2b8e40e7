import { z } from 'zod';
import { catalogSchema, EVENT_KEYS, FACTS, INTEREST_KEYS, SLOT_COUNT } from '../../catalog/index.ts';
import type { FactId } from '../../catalog/index.ts';
import type { AppError, Choices, ComparisonResult, ErrorCode, Shown } from '../contract.ts';
import { isErrorCode } from '../errors.ts';
import type {
  HeaderRecord,
  LoggedEvidence,
  TierReason,
  UnreadableMail,
  UnreadableReason,
} from '../records.ts';

const event = z.enum(EVENT_KEYS);
const factId = z.custom<FactId>((id) => FACTS.some((fact) => fact.id === id), 'a fact of the catalog');
const slot = z
  .number()
  .int()
  .min(0)
  .max(SLOT_COUNT - 1);
const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'bytes');
const count = z.number().int().nonnegative();
const source = z.enum(['account', 'file']);

/** A header as `emailHeaders` keeps it. */
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
    event,
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
});

const state = z.enum(['running', 'paused', 'cancelled', 'done']);

const counts = z.object({
  /** Mails of which the header or the text was read in this scan, each once. */
  mailsRead: count,
  /** Mails chosen for reading by the searches and headers. */
  candidates: count,
  /** Mails that could not be read, in this scan or before it; for a file, in this pass. */
  unreadable: count,
});

/** Where a scan of the account's mailbox stands. Lists hold provider ids. */
export const accountCheckpointSchema = z.object({
  /** Address of the mailbox, as its profile gives it. */
  account: z.string(),
  catalogVersion: z.string(),
  thorough: z.boolean(),
  /** `running` in a stored checkpoint means that the worker ended in mid-scan. */
  state,
  phase: z.enum(['searching', 'headers', 'reading']),
  error: appError.nullable(),
  /** Where the mailbox stood when this scan began; the base of the next one (Gmail `history.list`). */
  historyId: z.string().nullable(),
  /** The last scan that went through, made with this catalog. */
  completed: z.object({ historyId: z.string().nullable(), thorough: z.boolean() }).nullable(),
  /** Mails that came since `completed`; null when the whole mailbox is scanned. */
  newIds: z.array(z.string()).nullable(),
  /** Hits that hold a booking word, while the hits are narrowed; else null. */
  narrowed: z.array(z.string()).nullable(),
  /** Index of the search that is being listed, and its next page. */
  search: count,
  pageToken: z.string().nullable(),
  /** The header listing of a thorough scan: ids of the page at hand that are still to be fetched. */
  headers: z.object({
    pending: z.array(z.string()),
    pageToken: z.string().nullable(),
    /** True when no page comes after the one at hand. */
    lastPage: z.boolean(),
    done: count,
  }),
  /** Candidates that are still to be read. */
  pending: z.array(z.string()),
  /** Candidates that were read, in this scan or an earlier one. */
  read: z.array(z.string()),
  /**
   * Those of them that were judged while a key could not be asked for: the next scan reads them again. Absent in
   * checkpoints of older versions.
   */
  unjudged: z.array(z.string()).default([]),
  /** Candidates that failed every attempt, and in how many runs. */
  stuck: z.record(z.string(), count),
  /** Mails in the mailbox when the scan began; once all are listed, those that are. */
  total: count,
  counts,
});
export type AccountCheckpoint = z.infer<typeof accountCheckpointSchema>;

/** Where the pass through a mailbox file stands. */
export const fileCheckpointSchema = z.object({
  /** Size and hash of the file's beginning: tells whether it is the same file. */
  fingerprint: z.string(),
  fileName: z.string().nullable(),
  catalogVersion: z.string(),
  thorough: z.boolean(),
  state,
  error: appError.nullable(),
  /** Bytes of the file that are done; the next mail begins here. */
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
  /** Mails that are being read; what a worker finds here when it starts, another one left behind. */
  reading: z.array(z.string()),
  /** Mails that were being read, perhaps among others, when a worker ended. */
  suspects: z.array(z.string()),
  /** Mails that have stopped the worker twice. */
  skipped: z.array(z.string()),
});

const choices: z.ZodType<Choices> = z.object({
  interests: z.array(z.enum(INTEREST_KEYS)),
  events: z.array(event),
});

const result: z.ZodType<ComparisonResult> = z.object({
  verifiedTravelEvents: z.array(event),
  selfAttestedEvents: z.array(event),
  travelInterests: z.array(z.enum(INTEREST_KEYS)),
  compared: z.array(factId),
  comparedAt: z.number(),
});

const shown: z.ZodType<Shown> = z.object({
  stamps: z.array(
    z.object({
      id: z.string(),
      organiser: z.object({ slug: z.string(), name: z.string() }),
      fact: z.string(),
      day: z.string().nullable(),
    }),
  ),
  // Absent in entries of older versions.
  withdrawn: z
    .array(z.object({ organiser: z.object({ slug: z.string(), name: z.string() }), fact: z.string() }))
    .default([]),
  readAt: z.number().nullable(),
});

/**
 * The named entries of `travelLogs` (DESIGN 8), each with the check that a stored value must pass: a value
 * that an older version wrote in another shape reads as absent. `evidence` is checked entry by entry.
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
  /** What the organisers hold, as the server said it last. */
  shown,
  /** What disclosure needs after a comparison: the session (32 bytes) and the tokens (16 bytes) of matched slots. */
  comparison: z.object({
    session: bytes,
    tokens: z.array(z.object({ slot, token: bytes })),
  }),
  catalog: z.object({ etag: z.string().nullable(), catalog: catalogSchema }),
  /** The answer of `/api/config`, for working offline; its reader checks it. */
  config: z.unknown(),
  /** Whose mail the evidence is. */
  owner: z.object({ source, email: z.string().nullable(), fileName: z.string().nullable() }),
};
export type LogKey = keyof typeof logs;
export type TravelLogs = { [K in LogKey]: z.output<(typeof logs)[K]> };
export const LOGS: { readonly [K in LogKey]: z.ZodType<TravelLogs[K]> } = logs;
