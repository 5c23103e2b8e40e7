/** The embedded store's calls, for the OpenAPI document. */
import { z } from 'zod';
import { describe, errors, json, raw } from '../web/describe.ts';
import { BLOB_CONTENT_TYPE, MAX_BLOB_BYTES } from './limits.ts';
import { blobErrorCode } from './refusal.ts';

const blobError = z
  .object({ error: z.object({ code: blobErrorCode, message: z.string() }) })
  .meta({ title: 'BlobError' });

const stored = z.object({
  url: z.url(),
  downloadUrl: z.url(),
  pathname: z.string(),
  contentType: z.string(),
  contentDisposition: z.string(),
  etag: z.string(),
});

/** Shared by all calls that store something. */
const granted = {
  query: z.object({ pathname: z.string() }),
  credentials: ['blobToken'],
  body: { [BLOB_CONTENT_TYPE]: null },
} as const;
const refused = errors([400, 403, 404, 429, 500, 503], blobError);

export const putObject = describe({
  ...granted,
  summary: 'Stores an object (the call of `@vercel/blob`).',
  headers: z.object({ 'x-api-version': z.string(), 'x-content-type': z.string().optional() }),
  maxBodyBytes: MAX_BLOB_BYTES,
  answers: { 200: json(stored), ...refused },
});

export const callMultipart = describe({
  ...granted,
  summary: 'Begins a multipart upload, takes a part of it, or completes it (the calls of `@vercel/blob`).',
  headers: z.object({
    'x-api-version': z.string(),
    'x-content-type': z.string().optional(),
    'x-mpu-action': z.enum(['create', 'upload', 'complete']),
    'x-mpu-key': z.string().optional(),
    'x-mpu-upload-id': z.string().optional(),
    'x-mpu-part-number': z.string().optional(),
  }),
  answers: {
    200: json(
      z.union([
        z.strictObject({ uploadId: z.string(), key: z.string() }),
        z.strictObject({ etag: z.string() }),
        stored,
      ]),
    ),
    ...refused,
  },
});

export const getObject = describe({
  summary: 'A stored object, for anyone who knows its name.',
  answers: {
    200: raw('*/*'),
    304: { description: 'The object is the one that the caller has.' },
    ...errors([404, 429, 500, 503], blobError),
  },
});
