import { Hono } from 'hono';
import type { Context, Env } from 'hono';
import { answerOf, disposition, etagOf } from './answer.ts';
import type { BlobRouteDeps } from './answer.ts';
import { getObject, putObject } from './describe.ts';
import { PUBLIC_PATH } from './embedded-store.ts';
import { contentOf, grantedCall, validGrant } from './granted-call.ts';
import { isPathname } from './link.ts';
import { multipartRoutes } from './multipart.ts';
import { BlobRefusal, answerInServiceForm, taken } from './refusal.ts';

/** The embedded store: the HTTP calls that the `@vercel/blob` client makes, under `/blob`. */
export function blobRoutes(deps: BlobRouteDeps): Hono {
  const { objects, readWriteToken, limits, clientAddress, now } = deps;
  const routes = new Hono();
  routes.onError(answerInServiceForm(deps));

  // The client calls its configured address plus `/`.
  routes.on('PUT', ['/blob', '/blob/'], putObject, async (context: Context<Env, string>) => {
    await limits.count('calls', clientAddress(context));
    const { grant, contentType } = grantedCall(context, readWriteToken, now());
    // The library's `copy`. The server never fetches from an address given by a caller.
    if (context.req.query('fromUrl') !== undefined) throw notAllowed();
    await limits.count('uploads', grant.pathname);
    const content = await contentOf(context, grant);
    const { pathname, cacheControlMaxAge } = grant;
    const etag = etagOf(content);
    if (!(await objects.add(pathname, { content, contentType, etag, cacheControlMaxAge }))) throw taken();
    return answerOf(context, deps.origins(), { pathname, contentType, etag });
  });

  routes.get(`${PUBLIC_PATH}:pathname{.+}`, getObject, async (context) => {
    await limits.count('calls', clientAddress(context));
    const pathname = context.req.param('pathname');
    const blob = isPathname(pathname) ? await objects.get(pathname) : null;
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

  routes.route('/', multipartRoutes(deps));

  routes.all('/blob/*', async (context) => {
    await limits.count('calls', clientAddress(context));
    validGrant(context, readWriteToken, now());
    throw notAllowed();
  });
  return routes;
}

/**
 * For the service's other calls (list, head, copy, delete), which need the read-write token that never leaves this
 * server.
 */
function notAllowed(): BlobRefusal {
  return new BlobRefusal(
    403,
    'client_token_not_allowed',
    'This operation is not available when using a client token.',
  );
}
