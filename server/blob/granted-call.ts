import type { Context, Env } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { readClientToken } from './client-token.ts';
import type { BlobGrant } from './client-token.ts';
import { BLOB_CONTENT_TYPE } from './limits.ts';
import { BlobRefusal, tooLarge } from './refusal.ts';

/** Oldest version of the service's API that is understood. */
const LEAST_API_VERSION = 7;

/** What a call with a valid client token may do. */
export interface GrantedCall {
  grant: BlobGrant;
  contentType: string;
}

/**
 * Checks the address and headers of an upload's call.
 *
 * @param now milliseconds since the epoch
 * @throws BlobRefusal for a missing, forged or expired token; one for another path or content type; an API version that
 *   is too old; private access
 */
export function grantedCall(context: Context, readWriteToken: string, now: number): GrantedCall {
  const version = Number(context.req.header('x-api-version'));
  if (!(version >= LEAST_API_VERSION)) {
    throw new BlobRefusal(400, 'bad_request', `x-api-version must be ${LEAST_API_VERSION} or later`);
  }
  const grant = validGrant(context, readWriteToken, now);
  if (context.req.query('pathname') !== grant.pathname) {
    throw new BlobRefusal(400, 'bad_request', '"pathname" does not match the token payload');
  }
  // Since version 12 the client states the access; an object meant to be private must not become public.
  if ((context.req.header('x-vercel-blob-access') ?? 'public') !== 'public') {
    throw new BlobRefusal(400, 'bad_request', 'this store holds public blobs only');
  }
  const contentType = context.req.header('x-content-type') ?? BLOB_CONTENT_TYPE;
  if (!grant.allowedContentTypes.includes(contentType)) {
    throw new BlobRefusal(400, 'bad_request', `contentType "${contentType.slice(0, 100)}" is not allowed`);
  }
  return { grant, contentType };
}

/** @throws BlobRefusal 403 without a client token of this store that is valid now */
export function validGrant(context: Context, readWriteToken: string, now: number): BlobGrant {
  const [, token = ''] = /^Bearer (\S{1,8192})$/.exec(context.req.header('authorization') ?? '') ?? [];
  const grant = readClientToken(token, readWriteToken);
  if (grant === null) throw new BlobRefusal(403, 'forbidden', 'Access denied');
  if (grant.validUntil <= now) throw new BlobRefusal(403, 'forbidden', 'Token expired');
  return grant;
}

/**
 * The body, read up to the limit only.
 *
 * @param most limit in bytes
 * @throws BlobRefusal 400 for a longer body
 */
export async function bodyUpTo(
  context: Context<Env, string>,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const limit = bodyLimit({
    maxSize: most,
    onError: () => {
      throw tooLarge(most);
    },
  });
  let body = new Uint8Array();
  await limit(context, async () => {
    body = new Uint8Array(await context.req.arrayBuffer());
  });
  return body;
}

/**
 * The bytes of an object or a part.
 *
 * @throws BlobRefusal 400 when there are none, or more than granted
 */
export async function contentOf(
  context: Context<Env, string>,
  grant: BlobGrant,
): Promise<Uint8Array<ArrayBuffer>> {
  const content = await bodyUpTo(context, grant.maximumSizeInBytes);
  if (content.length === 0) throw new BlobRefusal(400, 'bad_request', 'the body is empty');
  return content;
}
