import { PsiError } from '../../psi-wasm/index.ts';
import type { PsiErrorCode } from '../../psi-wasm/index.ts';
import { Refusal } from '../web/refusal.ts';

/** What no message of a client can cause: the fault is ours. */
const FAULTS: ReadonlySet<PsiErrorCode> = new Set<PsiErrorCode>(['internal', 'load_failed', 'no_randomness']);

/**
 * Bytes that the PSI refuses are their sender's fault, and refused with 400; a fault of ours is passed on as it is,
 * to be logged and answered 500.
 *
 * @param message what the sender is told
 */
export function unreadable(cause: unknown, message: string): unknown {
  if (!(cause instanceof PsiError) || FAULTS.has(cause.code)) return cause;
  return new Refusal(400, message, { cause });
}
