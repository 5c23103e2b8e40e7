import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import type { Log } from '../ports.ts';

/** Frames of a stack that go into the log. */
const FRAMES = 6;

/** Calls of the table in DESIGN 7; files, the embedded services and the demo mailbox are logged as details. */
const API = /^\/api\//;

/**
 * One line a request: method, route pattern, status, time. The path and the query stay out, as they can hold an
 * address (`get_by_email`), a domain or a one-time code.
 */
export function accessLog(log: Log) {
  return createMiddleware(async (context, next) => {
    const started = performance.now();
    await next();
    const level = API.test(context.req.path) || context.res.status >= 500 ? 'info' : 'debug';
    log[level](
      {
        method: context.req.method,
        route: matchedRoutes(context).find(({ method }) => method !== 'ALL')?.path ?? 'page',
        status: context.res.status,
        ms: Math.round(performance.now() - started),
      },
      'request',
    );
  });
}

/**
 * What may be logged of an error: its kind, code and where it happened. Messages stay out: the database's
 * quote the values of a query.
 */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, FRAMES)
    .map((line) => line.trim());
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  return { error: error.name, ...code, at: frames, ...cause };
}
