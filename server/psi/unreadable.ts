import { PsiError } from '../../psi-wasm/index.ts';
import type { PsiErrorCode } from '../../psi-wasm/index.ts';
import { Refusal } from '../web/refusal.ts';

/** Errors that no client message can cause; they are our fault. */
const FAULTS: ReadonlySet<PsiErrorCode> = new Set<PsiErrorCode>(['internal', 'load_failed', 'no_randomness']);

/**
 * Bytes refused by the PSI are the sender's fault and get 400. A fault of ours is passed on, to be logged and answered
 * with 500.
 *
 * @param message what the sender is told
 */
export function unreadable(cause: unknown, message: string): unknown {
  if (!(cause instanceof PsiError) || FAULTS.has(cause.code)) return cause;
  return new Refusal(400, message, { cause });
}
