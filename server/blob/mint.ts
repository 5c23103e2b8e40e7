import { generateClientTokenFromReadWriteToken } from '@vercel/blob/client';
import { BLOB_CONTENT_TYPE, BLOB_MAX_AGE_SECONDS, CLIENT_TOKEN_MS, MAX_BLOB_BYTES } from './limits.ts';

/**
 * A client token for one object of public keys: bound to the pathname, size and type, and short-lived. The object is
 * stored at exactly that pathname and never overwritten. In the embedded store the name of a removed object stays taken
 * until the token expires, so a token stores one object however often it is used. The pathname is random and cannot be
 * guessed.
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
