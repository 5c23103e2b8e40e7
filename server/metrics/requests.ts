import { Counter, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Metrics } from '../ports.ts';

/** Seconds. The calls of the API take milliseconds; the last ones are time-outs of what they wait for. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/** Methods that have a series of their own; a client may make up others. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

/** Requests by method, route pattern and status: as many series as there are answers documented, at most. */
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
  /** The histogram's children by their labels in a row: it would make them anew for each request. */
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
