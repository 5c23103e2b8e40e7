import { Counter, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Metrics } from '../operator/contract.ts';

/** In seconds. API calls take milliseconds; the last buckets are for timeouts. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/** Methods with a series of their own; clients may invent others. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

/** Counts requests by method, route pattern and status, so there are no more series than documented answers. */
export function measureRequests(registry: Registry): Pick<Metrics, 'request' | 'databaseAway'> {
  const duration = new Histogram({
    name: 'waystamp_http_request_duration_seconds',
    help: 'Time until a request was answered, by method, pattern of its route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS,
    registers: [registry],
  });
  const away = new Counter({
    name: 'waystamp_database_away_total',
    help: 'Requests that failed with 503 because the database could not be reached or had too much to do.',
    registers: [registry],
  });
  /** The histogram's children by labels, since it would otherwise make new ones for each request. */
  const series = new Map<string, { observe: (seconds: number) => void }>();
  return {
    request(method, route, status, seconds) {
      const name = METHODS.has(method) ? method : 'other';
      const key = `${name} ${status} ${route}`;
      let one = series.get(key);
      if (one === undefined) {
        one = duration.labels(name, route, String(status));
        series.set(key, one);
      }
      one.observe(seconds);
    },
    databaseAway: () => away.inc(),
  };
}
