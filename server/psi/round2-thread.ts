/** A thread of the pool: one call, one round 2. */
import { PsiError, initPsi } from '../../psi-wasm/index.ts';
import type { Round2Outcome, Round2Task } from './engine.ts';

// The module is loaded when the thread starts, not when the first request waits for it.
const loading = initPsi();

export default async function round2({ publicKeys, request, bits }: Round2Task): Promise<Round2Outcome> {
  const psi = await loading;
  try {
    const { state, message, session } = psi.round2(
      psi.readPublicKeys(own(publicKeys)).publicKeys,
      psi.readRequest(own(request)).request,
      bits,
    );
    return { ok: true, answer: { state, reply: message, session } };
  } catch (error) {
    if (error instanceof PsiError) return { ok: false, code: error.code };
    throw error;
  }
}

/** Bytes in a buffer of their own. */
function own(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(bytes);
}
