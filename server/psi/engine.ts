import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { PsiError, initPsi } from '../../psi-wasm/index.ts';
import type { Psi, PsiErrorCode, Request } from '../../psi-wasm/index.ts';
import { Refusal } from '../web/refusal.ts';

/** Round 2, as it is handed to a thread. */
export interface Round2Task {
  /** In base64: the thread makes bytes of it, which spares the event loop the work and the garbage. */
  publicKeys: string;
  request: Request;
  bits: Uint8Array;
}

export interface Round2Answer {
  /** The server's encoded state: tokens and session. */
  state: Uint8Array;
  reply: Uint8Array<ArrayBuffer>;
  /** 32 bytes */
  session: Uint8Array;
}

/** What a thread answers: errors cross as data. */
export type Round2Outcome = { ok: true; answer: Round2Answer } | { ok: false; code: PsiErrorCode };

/** The PSI's heavy step in threads, its light ones here (DESIGN 7: never on the event loop). */
export interface PsiEngine {
  psi: Psi;
  /** @throws PsiError when the request cannot be answered; Refusal 503 when too many are waiting */
  round2(task: Round2Task): Promise<Round2Answer>;
  /** How many rounds wait, and how many threads there are. */
  load(): { waiting: number; threads: number };
  close(): Promise<void>;
}

/** Requests that may wait for each thread: at some milliseconds each, the last waits well under a second. */
const QUEUE_PER_THREAD = 64;
/** Threads that nothing needs end after this time; one always stays. Milliseconds. */
const IDLE_MS = 60_000;
/** Seconds after which a caller may try again when all threads are busy. */
const RETRY_AFTER_SECONDS = 1;

/** Loads the PSI and starts its threads. One core is left for the event loop where there are several. */
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
