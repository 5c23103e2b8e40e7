import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Limited } from '../web/contract.ts';

const LIMITS: Record<Limited, true> = {
  calls: true,
  failedSignIns: true,
  identities: true,
  announcements: true,
  comparisons: true,
  uploads: true,
};

/** Counts refusals by limit. */
export function limitCounter(registry: Registry): (limit: Limited) => void {
  const refused = new Counter({
    name: 'waystamp_limit_refusals_total',
    help: 'Requests that were refused with 429, by the limit that was reached.',
    labelNames: ['limit'] as const,
    registers: [registry],
  });
  for (const limit of Object.keys(LIMITS)) refused.inc({ limit }, 0);
  return (limit) => refused.inc({ limit });
}
