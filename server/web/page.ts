import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import type { ClientConfig } from './client-config.ts';
import { HEADERS_MARK } from './headers-mark.ts';
import { describe, errors, raw } from './openapi/describe.ts';

/** Files under /assets/ carry a hash of their content in their names. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** The page itself, its service worker and icons are asked for again each time. */
const REVALIDATE = 'no-cache';

const readPage = describe({
  summary: 'The page.',
  answers: {
    200: raw('text/html'),
    206: raw('text/html', 'A part of the page.'),
    416: raw('text/html', 'The page has no such part.'),
  },
});
const readServiceWorker = describe({
  summary: 'The page’s service worker.',
  answers: {
    200: raw('text/javascript'),
    304: { description: 'The service worker is the one that the caller has.' },
    ...errors([404]),
  },
});
const readOther = describe({
  summary: 'A file of the page.',
  answers: {
    200: raw('*/*'),
    206: raw('*/*', 'A part of the file.'),
    416: raw('*/*', 'The file has no such part.'),
    ...errors([404]),
  },
});

/**
 * Serves the built page.
 *
 * @param folder what `vite build` wrote
 * @param client what the page's headers follow from: another one makes browsers that keep the page take it anew
 */
export function pageRoutes(folder: string, client: ClientConfig): Hono {
  const headers = createHash('sha256').update(JSON.stringify(client)).digest('hex').slice(0, 16);
  const files = serveStatic({
    root: folder,
    onFound: (_path, context) => {
      const hashed = context.req.path.startsWith('/assets/');
      context.header('cache-control', hashed ? IMMUTABLE : REVALIDATE);
    },
  });
  const routes = new Hono();
  routes.get('/', readPage, compress(), files);
  routes.get('/sw.js', readServiceWorker, compress(), etag(), async (context, next) => {
    const script = await readFile(join(folder, 'sw.js'), 'utf8').catch(() => null);
    if (script === null) return next();
    context.header('cache-control', REVALIDATE);
    context.header('content-type', 'text/javascript; charset=utf-8');
    return context.body(script.replaceAll(HEADERS_MARK, headers));
  });
  routes.get('/*', readOther, compress(), files);
  return routes;
}
