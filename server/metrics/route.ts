import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import type { AppDeps } from '../ports.ts';
import { describe, errors, raw } from '../web/openapi/describe.ts';
import { Refusal } from '../web/refusal.ts';

/**
 * `GET /metrics`. The figures hold no secret and nothing about a person, but how busy a server is concerns its operator
 * alone: whoever reads them shows `METRICS_TOKEN`. Without one, only a server for this machine alone gives them. Where a
 * request comes from does not count: behind a proxy every request comes from the proxy.
 */
export function metricsRoute({
  metrics,
  metricsToken,
  ownHostOnly,
}: Pick<AppDeps, 'metrics' | 'metricsToken' | 'ownHostOnly'>): Hono {
  const readMetrics = describe({
    summary: 'Figures for the operator, in Prometheus’ text format.',
    ...(metricsToken === null ? {} : { credentials: ['metricsToken'] as const }),
    answers: { 200: raw('text/plain'), ...errors(metricsToken === null ? [403] : [401]) },
  });
  return new Hono().get('/', readMetrics, async (context) => {
    if (metricsToken !== null) {
      if (!isBearer(context.req.header('authorization'), metricsToken)) {
        context.header('www-authenticate', 'Bearer');
        throw new Refusal(401, 'The metrics are for the operator: METRICS_TOKEN is needed.');
      }
    } else if (!ownHostOnly) {
      throw new Refusal(403, 'The metrics are for the operator. Set METRICS_TOKEN to read them.');
    }
    return context.body(await metrics.text(), 200, {
      'content-type': metrics.contentType,
      'cache-control': 'no-store',
    });
  });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Digests have one length, and comparing them takes one time, whatever was given. */
function isBearer(header: string | undefined, token: string): boolean {
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));
}
