import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { z } from 'zod';
import { catalogSchema } from '../../catalog/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import type { DkimKeys } from '../ports.ts';
import { queryValues } from '../web/json-body.ts';
import { describe, errors, json } from '../web/openapi/describe.ts';

/** RFC 1035 2.3.4 */
const MAX_DOMAIN = 253;

const readCatalog = describe({
  summary: 'The events and words that mail is searched for.',
  answers: { 200: json(catalogSchema), 304: { description: 'The catalog is the one that the caller has.' } },
});
const readKeys = describe({
  summary:
    'Every known DKIM key of a domain that signs for an event of the catalog, with its days; revoked and removed ones too.',
  answers: {
    200: json(
      z.object({
        domain: z.string(),
        keys: z.array(
          z.object({
            name: z.string(),
            record: z.string(),
            firstSeen: z.iso.date().nullable(),
            lastSeen: z.iso.date().nullable(),
            missingSince: z.iso.date().nullable(),
            removed: z.iso.date().nullable(),
            source: z.string(),
          }),
        ),
        lastLookUp: z.iso.datetime().nullable(),
        stale: z.boolean(),
      }),
    ),
    ...errors([404]),
  },
});

/** `GET /api/catalog`, for anyone: always asked again, answered 304 when nothing changed. */
export function catalogRoutes(catalog: () => Catalog) {
  return new Hono().get('/', readCatalog, etag(), (context) => {
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
  return new Hono().get('/keys', readKeys, queryValues(query), async (context) => {
    const { domain } = context.req.valid('query');
    const known = await keys.ofDomain(domain);
    if (known === null) return context.json({ error: 'This domain signs for no event of the catalog.' }, 404);
    context.header('cache-control', 'no-cache');
    return context.json({ domain, ...known }, 200);
  });
}
