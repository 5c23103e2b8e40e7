import { generateClientTokenFromReadWriteToken } from '@vercel/blob/client';
import { BLOB_CONTENT_TYPE, BLOB_MAX_AGE_SECONDS, CLIENT_TOKEN_MS, MAX_BLOB_BYTES } from './limits.ts';

/**
 * A client token for one object of public keys: bound to the pathname, its size and type, and short-lived. The object
 * lies at exactly that pathname and is never overwritten, and in the embedded store the name of a removed one stays
 * taken until the token's end: so a token stores one object however often it is used. The pathname is random, so nobody
 * guesses it.
 *
 * @param now milliseconds since the epoch
 */
export function mintClientToken(readWriteToken: string, pathname: string, now: number): Promise<string> {
  return generateClientTokenFromReadWriteToken({
    token: readWriteToken,
    pathname,
    maximumSizeInBytes: MAX_BLOB_BYTES,
    allowedContentTypes: [BLOB_CONTENT_TYPE],
    validUntil: now + CLIENT_TOKEN_MS,
    addRandomSuffix: false,
    allowOverwrite: false,
    cacheControlMaxAge: BLOB_MAX_AGE_SECONDS,
  });
}
