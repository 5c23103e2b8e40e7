import { z } from 'zod';

/** Gmail's answers, as far as we read them. Absent lists become empty. */
export const profileAnswer = z.object({
  emailAddress: z.string().min(1),
  messagesTotal: z.number().int().nonnegative().default(0),
  historyId: z.string().optional(),
});

const listed = z.object({ id: z.string().optional(), labelIds: z.array(z.string()).default([]) });

/** Gmail leaves out an empty list, but never the estimate. An answer without both is not an empty page. */
export const listAnswer = z
  .object({
    messages: z.array(listed).optional(),
    nextPageToken: z.string().optional(),
    resultSizeEstimate: z.number().nonnegative().optional(),
  })
  .refine(({ messages, resultSizeEstimate }) => messages !== undefined || resultSizeEstimate !== undefined);

export const historyAnswer = z.object({
  history: z
    .array(z.object({ messagesAdded: z.array(z.object({ message: listed })).default([]) }))
    .default([]),
  nextPageToken: z.string().optional(),
  historyId: z.string(),
});

const headers = z.array(z.object({ name: z.string(), value: z.string() }));

/**
 * A MIME part; `body.data` is base64url of the content, transfer encoding removed. Its own parts are checked one by one
 * as they are read, since a hostile mail may have a million.
 */
export const gmailPart = z.object({
  mimeType: z.string().optional(),
  filename: z.string().optional(),
  headers: headers.optional(),
  body: z.object({ data: z.string().optional() }).optional(),
  parts: z.array(z.unknown()).optional(),
});

export type GmailPart = z.infer<typeof gmailPart>;

export const headerAnswer = z.object({
  id: z.string().min(1),
  payload: z.object({ headers: headers.default([]) }).default({ headers: [] }),
});

export const fullAnswer = z.object({ id: z.string().min(1), payload: gmailPart.default({}) });

export const rawAnswer = z.object({
  id: z.string().min(1),
  /** Milliseconds since the epoch, in decimal digits. */
  internalDate: z
    .string()
    .regex(/^-?\d+$/)
    .optional(),
  raw: z.string(),
});

/** Google's error body (google.rpc.Status in JSON). */
export const errorAnswer = z.object({
  error: z.object({
    message: z.string().default(''),
    status: z.string().default(''),
    errors: z.array(z.object({ reason: z.string().default('') })).default([]),
    details: z.array(z.object({ reason: z.string().optional() })).default([]),
  }),
});
