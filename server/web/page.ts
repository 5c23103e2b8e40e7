import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { PAGE_PATHS } from '../../catalog/addresses.ts';
import type { ClientConfig } from './client-config.ts';
import { HEADERS_MARK } from './headers-mark.ts';
import { describe, errors, raw } from './describe.ts';
import { refusalBody } from './refusal.ts';

/** Files under /assets/ carry a hash of their content in their names. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** The page, its service worker and icons are revalidated each time. */
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
    404: {
      description: 'There is no such file. Whoever asks for HTML gets the page, which says so.',
      content: { 'application/json': refusalBody, 'text/html': null },
    },
  },
});

/**
 * Serves the built page.
 *
 * @param folder the output of `vite build`
 * @param client determines the page's headers; a change makes browsers fetch a cached page again
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
  const page = serveStatic({
    root: folder,
    path: 'index.html',
    onFound: (_path, context) => {
      context.header('cache-control', REVALIDATE);
    },
  });
  for (const path of PAGE_PATHS) routes.get(path, readPage, compress(), page);
  routes.get('/sw.js', readServiceWorker, compress(), etag(), async (context, next) => {
    const script = await readFile(join(folder, 'sw.js'), 'utf8').catch(() => null);
    if (script === null) return next();
    context.header('cache-control', REVALIDATE);
    context.header('content-type', 'text/javascript; charset=utf-8');
    return context.body(script.replaceAll(HEADERS_MARK, headers));
  });
  routes.get('/*', readOther, compress(), files, async (context, next) => {
    // A person who followed a broken link is told by the page, a program by the error.
    context.header('vary', 'Accept', { append: true });
    if (!acceptsHtml(context.req.header('accept'))) return next();
    const html = await readFile(join(folder, 'index.html'), 'utf8').catch(() => null);
    if (html === null) return next();
    context.header('cache-control', REVALIDATE);
    return context.html(html, 404);
  });
  return routes;
}

/** True for a browser that opens an address; a script accepts anything, which is no wish for HTML. */
function acceptsHtml(accept = ''): boolean {
  return accept.split(',').some((type) => type.trim().startsWith('text/html'));
}
