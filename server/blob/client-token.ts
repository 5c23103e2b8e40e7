import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { BLOB_MAX_AGE_SECONDS } from './limits.ts';

/** What a client token allows, in the form of `@vercel/blob`'s `generateClientTokenFromReadWriteToken`. */
const grant = z.object({
  pathname: z.string().min(1),
  maximumSizeInBytes: z.number().int().positive(),
  allowedContentTypes: z.array(z.string()).min(1),
  /** Milliseconds since the epoch. */
  validUntil: z.number(),
  /** A random suffix would let one token store many objects. */
  addRandomSuffix: z.literal(false).default(false),
  cacheControlMaxAge: z.number().int().nonnegative().default(BLOB_MAX_AGE_SECONDS),
});
export type BlobGrant = z.infer<typeof grant>;

/** `vercel_blob_client_STORE_` and base64 of `hex(HMAC-SHA-256(payload)) . payload`, the payload base64 JSON. */
const CLIENT_TOKEN = /^vercel_blob_client_([A-Za-z0-9]+)_([A-Za-z0-9+/]+=*)$/;
const SIGNED = /^([0-9a-f]{64})\.([A-Za-z0-9+/]+=*)$/;

/**
 * What a client token of `@vercel/blob` allows, if this store's read-write token signed it.
 *
 * @returns null for a token that is malformed, forged, or another store's; the caller checks the expiry
 */
export function readClientToken(token: string, readWriteToken: string): BlobGrant | null {
  const [, , , storeId] = readWriteToken.split('_');
  const [, tokenStore, encoded = ''] = CLIENT_TOKEN.exec(token) ?? [];
  if (tokenStore === undefined || tokenStore !== storeId) return null;
  const [, signature = '', payload = ''] = SIGNED.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  const expected = createHmac('sha256', readWriteToken).update(payload).digest();
  const actual = Buffer.from(signature, 'hex');
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null;
  const result = grant.safeParse(JSON.parse(Buffer.from(payload, 'base64').toString()));
  return result.success ? result.data : null;
}
