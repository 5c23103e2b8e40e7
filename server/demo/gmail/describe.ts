/** The Gmail calls in the OpenAPI document. Invalid values are answered as Gmail does, not by a schema. */
import { z } from 'zod';
import { describe, errors, json } from '../../web/describe.ts';
import { MESSAGE_FORMATS } from './message.ts';

const googleError = z
  .object({
    error: z.object({
      code: z.int(),
      message: z.string(),
      errors: z.array(
        z.object({
          message: z.string(),
          domain: z.string(),
          reason: z.string(),
          location: z.string().optional(),
          locationType: z.string().optional(),
        }),
      ),
      status: z.string(),
    }),
  })
  .meta({ title: 'GmailError' });
const id = z.string();
const paging = { maxResults: z.string().optional(), pageToken: z.string().optional() };
const reference = z.object({ id, threadId: id });

export const describeCalls = describe({
  credentials: ['accessToken'],
  answers: errors([400, 401, 403, 404, 500], googleError),
});
export const describeProfile = describe({
  summary: 'The demo mailbox’s owner and size (Gmail’s users.getProfile).',
  answers: {
    200: json(
      z.object({
        emailAddress: z.string(),
        messagesTotal: z.int(),
        threadsTotal: z.int(),
        historyId: z.string(),
      }),
    ),
  },
});
export const describeList = describe({
  summary: 'Mails of the demo mailbox that a search finds (Gmail’s users.messages.list).',
  query: z.object({
    q: z.string().optional(),
    labelIds: z.string().optional(),
    includeSpamTrash: z.string().optional(),
    ...paging,
  }),
  answers: {
    200: json(
      z.object({
        messages: z.array(reference).optional(),
        nextPageToken: z.string().optional(),
        resultSizeEstimate: z.int(),
      }),
    ),
  },
});
export const describeMessage = describe({
  summary: 'One mail of the demo mailbox (Gmail’s users.messages.get).',
  query: z.object({ format: z.enum(MESSAGE_FORMATS).optional(), metadataHeaders: z.string().optional() }),
  answers: {
    200: json(
      z.object({
        id,
        threadId: id,
        labelIds: z.array(z.string()),
        snippet: z.string(),
        historyId: z.string(),
        internalDate: z.string(),
        sizeEstimate: z.int(),
        payload: z.looseObject({ mimeType: z.string() }).optional(),
        raw: z.string().optional(),
      }),
    ),
  },
});
export const describeAttachment = describe({
  summary: 'A file in a mail of the demo mailbox (Gmail’s users.messages.attachments.get).',
  answers: { 200: json(z.object({ size: z.int(), data: z.string() })) },
});
export const describeHistory = describe({
  summary: 'Mails that arrived in the demo mailbox since then (Gmail’s users.history.list).',
  query: z.object({ startHistoryId: z.string(), ...paging }),
  answers: {
    200: json(
      z.object({
        history: z
          .array(
            z.object({
              id: z.string(),
              messages: z.array(reference),
              messagesAdded: z.array(
                z.object({ message: reference.extend({ labelIds: z.array(z.string()) }) }),
              ),
            }),
          )
          .optional(),
        nextPageToken: z.string().optional(),
        historyId: z.string(),
      }),
    ),
  },
});
