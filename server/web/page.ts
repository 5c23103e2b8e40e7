import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
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
const readFile = describe({
  summary: 'A file of the page.',
  answers: {
    200: raw('*/*'),
    206: raw('*/*', 'A part of the file.'),
    416: raw('*/*', 'The file has no such part.'),
    ...errors([404]),
  },
});

/** Serves the built page. @param folder what `vite build` wrote */
export function pageRoutes(folder: string): Hono {
  const files = serveStatic({
    root: folder,
    onFound: (_path, context) => {
      const hashed = context.req.path.startsWith('/assets/');
      context.header('cache-control', hashed ? IMMUTABLE : REVALIDATE);
    },
  });
  const routes = new Hono();
  routes.get('/', readPage, compress(), files);
  routes.get('/*', readFile, compress(), files);
  return routes;
}
