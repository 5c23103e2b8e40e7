import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import type { Metrics } from '../operator/contract.ts';
import { describe, errors, raw } from '../web/describe.ts';
import { Refusal } from '../web/refusal.ts';

/**
 * `GET /metrics`. The metrics hold no secret and nothing about a person, but a server's load concerns only its
 * operator. Readers must show `METRICS_TOKEN`; without one, only a server for this machine alone answers. The caller's
 * address does not count, because behind a proxy every request comes from the proxy.
 */
export function metricsRoute({
  metrics,
  metricsToken,
  ownHostOnly,
}: {
  metrics: Metrics;
  metricsToken: string | null;
  ownHostOnly: boolean;
}): Hono {
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

/** Digests have equal length, so comparing them takes the same time for any input. */
function isBearer(header: string | undefined, token: string): boolean {
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));
}
