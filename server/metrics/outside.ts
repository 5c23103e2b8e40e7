import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Limited } from '../ports.ts';
import type { ProviderAnswer } from '../provider/google.ts';

const LIMITS: Record<Limited, true> = {
  calls: true,
  identities: true,
  announcements: true,
  comparisons: true,
  uploads: true,
};
const ANSWERS: Record<ProviderAnswer, true> = { asked: true, cached: true, silent: true };

/** Counts refusals by the limit that was reached. */
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

/** Counts how the question whose an access token is was answered. */
export function providerCounter(registry: Registry): (answer: ProviderAnswer) => void {
  const answered = new Counter({
    name: 'waystamp_provider_answers_total',
    help: 'Access tokens that the provider was asked about, that it had been asked about shortly before, or on which it was silent.',
    labelNames: ['answer'] as const,
    registers: [registry],
  });
  for (const answer of Object.keys(ANSWERS)) answered.inc({ answer }, 0);
  return (answer) => answered.inc({ answer });
}
