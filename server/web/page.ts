import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { compress } from 'hono/compress';

/** Files under /assets/ carry a hash of their content in their names. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** The page itself, its service worker and icons are asked for again each time. */
const REVALIDATE = 'no-cache';

/** Serves the built page. @param folder what `vite build` wrote */
export function pageRoutes(folder: string): Hono {
  const routes = new Hono();
  routes.use(compress());
  routes.use(
    serveStatic({
      root: folder,
      onFound: (_path, context) => {
        const hashed = context.req.path.startsWith('/assets/');
        context.header('cache-control', hashed ? IMMUTABLE : REVALIDATE);
      },
    }),
  );
  return routes;
}
