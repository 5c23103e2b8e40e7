import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import type { Log, Metrics } from '../ports.ts';

/** Calls of the table in DESIGN 7; files, the embedded services and the demo mailbox are logged as details. */
const API = /^\/api\//;

/** What stands for the route of a request that has none. */
const NO_ROUTE = 'none';

/**
 * One line in the log and one measurement a request: method, route pattern, status, time. The path and the query stay
 * out, as they can hold an address (`get_by_email`), a domain or a one-time code.
 */
export function watchRequests(log: Log, metrics: Pick<Metrics, 'request'>) {
  return createMiddleware(async (context, next) => {
    const started = performance.now();
    await next();
    const ms = performance.now() - started;
    const { method, path } = context.req;
    const { status } = context.res;
    const route = matchedRoutes(context).find((matched) => matched.method !== 'ALL')?.path ?? NO_ROUTE;
    metrics.request(method, route, status, ms / 1000);
    const level = API.test(path) || status >= 500 ? 'info' : 'debug';
    log[level]({ method, route, status, ms: Math.round(ms) }, 'request');
  });
}
