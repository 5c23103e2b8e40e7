import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { z } from 'zod';
import type { Catalog } from '../../catalog/index.ts';
import type { DkimKeys } from '../ports.ts';
import { queryValues } from '../web/json-body.ts';

/** RFC 1035 2.3.4 */
const MAX_DOMAIN = 253;

/** `GET /api/catalog`, for anyone: always asked again, answered 304 when nothing changed. */
export function catalogRoutes(catalog: () => Catalog) {
  return new Hono().get('/', etag(), (context) => {
    context.header('cache-control', 'no-cache');
    return context.json(catalog(), 200);
  });
}

/**
 * `GET /api/dkim/keys?domain=`: every known key of one catalog domain (DESIGN 4, 7). It answers from what is
 * there and never causes a look-up.
 */
export function dkimRoutes(keys: DkimKeys) {
  const query = z.object({ domain: z.string().trim().toLowerCase().min(1).max(MAX_DOMAIN) });
  return new Hono().get('/keys', queryValues(query), async (context) => {
    const { domain } = context.req.valid('query');
    const known = await keys.ofDomain(domain);
    if (known === null) return context.json({ error: 'This domain signs for no event of the catalog.' }, 404);
    context.header('cache-control', 'no-cache');
    return context.json({ domain, ...known }, 200);
  });
}
