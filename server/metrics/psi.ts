import { Counter, Gauge, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Comparisons } from '../psi/contract.ts';
import type { PsiEngine } from '../psi/engine.ts';
import { Refusal } from '../web/refusal.ts';

/** Seconds. */
const BUCKETS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1];

/** Wraps the engine to time round 2 and to report its queue. */
export function measureEngine(engine: PsiEngine, registry: Registry): PsiEngine {
  const registers = [registry];
  const duration = new Histogram({
    name: 'waystamp_round2_duration_seconds',
    help: 'Time of a round 2, from the queue to its answer.',
    buckets: BUCKETS,
    registers,
  });
  const full = new Counter({
    name: 'waystamp_round2_refused_total',
    help: 'Rounds that were refused with 503 because the queue was full.',
    registers,
  });
  const waiting: Gauge = new Gauge({
    name: 'waystamp_round2_waiting',
    help: 'Rounds that wait for a thread.',
    registers,
    collect: () => waiting.set(engine.load().waiting),
  });
  const threads: Gauge = new Gauge({
    name: 'waystamp_round2_threads',
    help: 'Threads that round 2 runs in.',
    registers,
    collect: () => threads.set(engine.load().threads),
  });
  return {
    ...engine,
    async round2(task) {
      const ended = duration.startTimer();
      try {
        const answer = await engine.round2(task);
        ended();
        return answer;
      } catch (error) {
        if (error instanceof Refusal && error.status === 503) full.inc();
        throw error;
      }
    },
  };
}

/** Comparisons and disclosures, counted once they are stored. */
export function measureComparisons(comparisons: Comparisons, registry: Registry): Comparisons {
  const answered = new Counter({
    name: 'waystamp_comparisons_total',
    help: 'Comparisons that were answered.',
    registers: [registry],
  });
  const disclosed = new Counter({
    name: 'waystamp_disclosures_total',
    help: 'Disclosures that were accepted.',
    registers: [registry],
  });
  return {
    async answer(accountId, request, asked) {
      const reply = await comparisons.answer(accountId, request, asked);
      answered.inc();
      return reply;
    },
    async disclose(accountId, session, facts) {
      const accepted = await comparisons.disclose(accountId, session, facts);
      disclosed.inc();
      return accepted;
    },
  };
}
