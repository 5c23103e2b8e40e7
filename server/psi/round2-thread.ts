/** A thread of the pool: one call, one round 2. */
import { PsiError, initPsi } from '../../psi-wasm/index.ts';
import type { PublicKeys } from '../../psi-wasm/index.ts';
import type { Round2Outcome, Round2Task } from './engine.ts';

// The module is loaded when the thread starts, not when the first request waits for it. That it is awaited here also
// keeps the pool from `require`, which aborts the process where it ends while a thread starts (Node 24.21).
const psi = await initPsi();

export default function round2({ publicKeys, request, bits }: Round2Task): Round2Outcome {
  try {
    // Read when they were announced; round 2 refuses what is not well formed.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    const keys = new Uint8Array(Buffer.from(publicKeys, 'base64')) as PublicKeys;
    const { state, message, session } = psi.round2(keys, request, bits);
    return { ok: true, answer: { state, reply: message, session } };
  } catch (error) {
    if (error instanceof PsiError) return { ok: false, code: error.code };
    throw error;
  }
}
