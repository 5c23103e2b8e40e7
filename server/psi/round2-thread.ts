/** A thread of the pool. Each call is one round 2. */
import { PsiError, initPsi } from '../../psi-wasm/index.ts';
import type { PublicKeys } from '../../psi-wasm/index.ts';
import type { Round2Outcome, Round2Task } from './engine.ts';

// The module is loaded when the thread starts, before any request waits for it. The `await` also keeps the pool from
// using `require`, which aborts the process if it exits while a thread starts (Node 24.21).
const psi = await initPsi();

export default function round2({ publicKeys, request, bits, context }: Round2Task): Round2Outcome {
  try {
    // They were checked when they were announced, and round 2 refuses malformed keys.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    const keys = new Uint8Array(Buffer.from(publicKeys, 'base64')) as PublicKeys;
    const { state, message, session } = psi.round2(keys, request, bits, context);
    return { ok: true, answer: { state, reply: message, session } };
  } catch (error) {
    if (error instanceof PsiError) return { ok: false, code: error.code };
    throw error;
  }
}
