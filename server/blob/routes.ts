import { createHash, randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ClientAddress, EmbeddedBlobDeps, Limits, Log } from '../ports.ts';
import { describeError } from '../web/log.ts';
import { Refusal } from '../web/refusal.ts';
import { readClientToken } from './client-token.ts';
import { PUBLIC_PATH } from './embedded-store.ts';
import { BLOB_CONTENT_TYPE, BLOB_MAX_AGE_SECONDS, MAX_BLOB_BYTES } from './limits.ts';

/** The oldest version of the service's API whose calls are understood (DESIGN 7, Blob). */
const LEAST_API_VERSION = 7;

/** Codes of the service; the `@vercel/blob` client makes its error classes from them and from the message. */
type BlobErrorCode = 'forbidden' | 'bad_request' | 'not_found' | 'rate_limited' | 'internal_server_error';

interface BlobRouteDeps extends EmbeddedBlobDeps {
  limits: Limits;
  log: Log;
  clientAddress: ClientAddress;
  origins: () => readonly string[];
  now: () => number;
}

class BlobRefusal extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: BlobErrorCode;

  constructor(status: ContentfulStatusCode, code: BlobErrorCode, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The embedded store: the HTTP calls that the `@vercel/blob` client makes, under `/blob`. */
export function blobRoutes(deps: BlobRouteDeps): Hono {
  const { objects, readWriteToken, limits, log, clientAddress, now } = deps;
  const routes = new Hono();

  const limit = bodyLimit({
    maxSize: MAX_BLOB_BYTES,
    onError: () => {
      throw new BlobRefusal(
        400,
        'bad_request',
        `the file length cannot be greater than ${MAX_BLOB_BYTES} bytes`,
      );
    },
  });

  // The client calls its configured address plus `/`.
  routes.on('PUT', ['/blob', '/blob/'], limit, async (context) => {
    await limits.count('calls', clientAddress(context));
    const { pathname, grant } = checkedGrant(context, readWriteToken, now());
    const contentType = context.req.header('x-content-type') ?? BLOB_CONTENT_TYPE;
    if (!grant.allowedContentTypes.includes(contentType)) {
      throw new BlobRefusal(400, 'bad_request', `contentType "${contentType.slice(0, 100)}" is not allowed`);
    }
    const content = new Uint8Array(await context.req.arrayBuffer());
    if (content.length === 0) throw new BlobRefusal(400, 'bad_request', 'the body is empty');
    if (content.length > grant.maximumSizeInBytes) {
      throw new BlobRefusal(
        400,
        'bad_request',
        `the file length cannot be greater than ${grant.maximumSizeInBytes} bytes`,
      );
    }
    const stored = grant.addRandomSuffix ? `${pathname}-${randomBytes(18).toString('base64url')}` : pathname;
    const etag = `"${createHash('sha256').update(content).digest('hex').slice(0, 32)}"`;
    const cacheControlMaxAge = grant.cacheControlMaxAge ?? BLOB_MAX_AGE_SECONDS;
    if (!(await objects.add(stored, { content, contentType, etag, cacheControlMaxAge }))) {
      throw new BlobRefusal(400, 'bad_request', 'This blob already exists');
    }
    const url = publicOrigin(context, deps.origins()) + PUBLIC_PATH + stored;
    return context.json({
      url,
      downloadUrl: `${url}?download=1`,
      pathname: stored,
      contentType,
      contentDisposition: disposition(stored),
      etag,
    });
  });

  routes.get(`${PUBLIC_PATH}:pathname{.+}`, async (context) => {
    const pathname = context.req.param('pathname');
    const blob = await objects.get(pathname);
    if (blob === null) throw new BlobRefusal(404, 'not_found', 'The requested blob does not exist');
    const headers = {
      'cache-control': `public, max-age=${blob.cacheControlMaxAge}, immutable`,
      'content-disposition': disposition(pathname),
      'content-type': blob.contentType,
      etag: blob.etag,
    };
    if (context.req.header('if-none-match') === blob.etag) return context.body(null, 304, headers);
    return context.body(Uint8Array.from(blob.content), 200, headers);
  });

  routes.onError((error, context) => {
    if (error instanceof BlobRefusal) {
      return context.json({ error: { code: error.code, message: error.message } }, error.status);
    }
    if (error instanceof Refusal) {
      if (error.retryAfter !== undefined) context.header('retry-after', String(error.retryAfter));
      return context.json({ error: { code: 'rate_limited', message: error.message } }, error.status);
    }
    log.error(describeError(error), 'a blob call failed');
    return context.json({ error: { code: 'internal_server_error', message: 'Please try again.' } }, 500);
  });
  return routes;
}

function checkedGrant(context: Context, readWriteToken: string, now: number) {
  const version = Number(context.req.header('x-api-version'));
  if (!(version >= LEAST_API_VERSION)) {
    throw new BlobRefusal(400, 'bad_request', `x-api-version must be ${LEAST_API_VERSION} or later`);
  }
  const [, token = ''] = /^Bearer (\S{1,8192})$/.exec(context.req.header('authorization') ?? '') ?? [];
  const grant = readClientToken(token, readWriteToken);
  if (grant === null) throw new BlobRefusal(403, 'forbidden', 'Access denied');
  if (grant.validUntil <= now) throw new BlobRefusal(403, 'forbidden', 'Token expired');
  const pathname = context.req.query('pathname');
  if (pathname !== grant.pathname) {
    throw new BlobRefusal(400, 'bad_request', '"pathname" does not match the token payload');
  }
  return { pathname, grant };
}

/** The origin that the caller used, when it is one of ours; never one that a Host header made up. */
function publicOrigin(context: Context, origins: readonly string[]): string {
  const { origin } = new URL(context.req.url);
  return origins.includes(origin) ? origin : (origins[0] ?? origin);
}

function disposition(pathname: string): string {
  return `attachment; filename="${pathname.split('/').at(-1) ?? ''}"`;
}
