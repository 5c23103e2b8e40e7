import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Paths that the server answers itself; Vite answers the rest. */
const SERVED = [
  '/api/',
  '/blob',
  '/demo/',
  '/gmail/',
  '/identity/',
  '/identitytoolkit.googleapis.com/',
  '/securetoken.googleapis.com/',
  '/healthz',
  '/readyz',
  '/metrics',
];

/** The page from its sources, with hot reload. */
export interface DevPage {
  answers(url: string): boolean;
  handle(request: IncomingMessage, response: ServerResponse): void;
  close(): Promise<void>;
}

/**
 * Runs Vite in this process, with its hot-reload socket on the same port. Vite needs inline scripts and styles, so its
 * answers lack the security headers. For development only.
 */
export async function openDevPage(server: Server): Promise<DevPage> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    appType: 'spa',
    server: { middlewareMode: true, hmr: { server } },
  });
  return {
    answers: (url) => !SERVED.some((prefix) => url.startsWith(prefix)),
    handle: (request, response) => {
      vite.middlewares(request, response);
    },
    close: () => vite.close(),
  };
}
