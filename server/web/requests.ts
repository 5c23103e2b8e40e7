import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import type { Log, Metrics } from '../operator/contract.ts';

/** API calls. Files, the embedded services and the demo mailbox are logged at debug level. */
const API = /^\/api\//;

/** Stands for the route of a request without one. */
const NO_ROUTE = 'none';

/**
 * One log line and one measurement for each request: method, route pattern, status, time. Path and query are left out,
 * since they may contain an address (`get_by_email`), a domain or a one-time code.
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
