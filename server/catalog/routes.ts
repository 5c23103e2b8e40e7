import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { z } from 'zod';
import { CATALOG_HASH, catalogSchema, organiserSchema } from '../../catalog/index.ts';
import type { Catalogs } from './contract.ts';
import type { DkimKeys } from '../dkim/contract.ts';
import { queryValues } from '../web/json-body.ts';
import { describe, errors, json } from '../web/describe.ts';
import { Refusal } from '../web/refusal.ts';

const NOT_MODIFIED = { 304: { description: 'It is the one that the caller has.' } };

/** RFC 1035 2.3.4 */
const MAX_DOMAIN = 253;

const hash = z.string().regex(CATALOG_HASH);
const organiserAnswer = organiserSchema.extend({
  catalog: hash.describe('SHA-256 of the current catalog’s canonical JSON (RFC 8785).'),
});

const readOrganiser = describe({
  summary: 'Who asks, for what purpose, and the hash of its current catalog.',
  answers: { 200: json(organiserAnswer), ...NOT_MODIFIED, ...errors([404, 410]) },
});
const readCatalog = describe({
  summary: 'A published catalog as canonical JSON: it never changes under its hash.',
  answers: { 200: json(catalogSchema), ...NOT_MODIFIED, ...errors([404, 410]) },
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

/** `GET /api/organisers/{slug}`, public. */
export function organiserRoutes(catalogs: Catalogs) {
  return new Hono().get('/:slug', readOrganiser, etag(), (context) => {
    const { organiser } = catalogs.get();
    if (context.req.param('slug') !== organiser.slug) {
      throw new Refusal(404, 'No organiser of that name asks here.', { code: 'organiser_unknown' });
    }
    catalogs.checkCurrent();
    context.header('cache-control', 'no-cache');
    return context.json({ ...organiser, catalog: catalogs.hash() }, 200);
  });
}

/** `GET /api/catalogs/{sha256}`, public and immutable. */
export function catalogRoutes(catalogs: Catalogs) {
  return new Hono().get('/:hash', readCatalog, etag(), async (context) => {
    const canonical = await catalogs.canonical(context.req.param('hash'));
    context.header('cache-control', 'public, max-age=31536000, immutable');
    context.header('content-type', 'application/json');
    return context.body(canonical, 200);
  });
}

/**
 * `GET /api/dkim/keys?domain=`: every known key of a catalog domain. Answers from stored keys and never causes a
 * look-up.
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
