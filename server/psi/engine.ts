import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { PsiError, initPsi } from '../../psi-wasm/index.ts';
import type { Psi, PsiErrorCode, Request } from '../../psi-wasm/index.ts';
import { Refusal } from '../web/refusal.ts';

/** The input of round 2, as a thread receives it. */
export interface Round2Task {
  /** In base64. The thread decodes it, which spares the event loop the work and the garbage. */
  publicKeys: string;
  request: Request;
  bits: Uint8Array;
  /** 32 bytes: the organiser and the catalog that are compared (`catalog/context.ts`). */
  context: Uint8Array;
}

export interface Round2Answer {
  /** The server's encoded state: tokens and session. */
  state: Uint8Array;
  reply: Uint8Array<ArrayBuffer>;
  /** 32 bytes */
  session: Uint8Array;
}

/** What a thread answers. Errors cross as data. */
export type Round2Outcome = { ok: true; answer: Round2Answer } | { ok: false; code: PsiErrorCode };

/** The PSI. Round 2 runs in threads, never on the event loop; the light steps run here. */
export interface PsiEngine {
  psi: Psi;
  /** @throws PsiError when the request cannot be answered; Refusal 503 when too many wait */
  round2(task: Round2Task): Promise<Round2Answer>;
  /** The number of waiting rounds, and of threads. */
  load(): { waiting: number; threads: number };
  close(): Promise<void>;
}

/** Limit on waiting requests for each thread. At a few milliseconds each, the last waits well under a second. */
const QUEUE_PER_THREAD = 64;
/** An idle thread ends after this time; one always stays. Milliseconds. */
const IDLE_MS = 60_000;
/** Seconds until a caller may try again when all threads are busy. */
const RETRY_AFTER_SECONDS = 1;

/** Loads the PSI and starts its threads. Leaves one core to the event loop if there are several. */
export async function startPsiEngine(
  threads: number = Math.max(1, availableParallelism() - 1),
): Promise<PsiEngine> {
  const psi = await initPsi();
  const pool = new Piscina<Round2Task, Round2Outcome>({
    filename: fileURLToPath(new URL('round2-thread.ts', import.meta.url)),
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
  });
  return {
    psi,
    async round2(task) {
      if (pool.queueSize >= threads * QUEUE_PER_THREAD) {
        throw new Refusal(503, 'The server is busy. Please try again in a moment.', {
          retryAfter: RETRY_AFTER_SECONDS,
        });
      }
      const outcome = await pool.run(task);
      if (!outcome.ok) throw new PsiError(outcome.code, 'the request was refused');
      return outcome.answer;
    },
    load: () => ({ waiting: pool.queueSize, threads: pool.threads.length }),
    close: () => pool.close(),
  };
}
