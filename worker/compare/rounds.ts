import type { ClientState, PrivateKeys, Psi, PublicKeys, Request } from '../../psi-wasm/index.ts';
import { fromBase64 } from '../account/keys.ts';
import { AppFailure, failure } from '../errors.ts';
import { KeysSpent } from './counterpart.ts';
import type { Counterpart } from './counterpart.ts';

/** What the device brings into a comparison. */
export interface Compared {
  /** Base64. */
  psiPrivateKeys: string;
  /** One byte a slot, 0 or 1. */
  bits: Uint8Array;
  /** 32 bytes that say what is compared (`catalog/context.ts`). */
  context: Uint8Array;
}

/** What round 3 leaves. */
export interface RoundsResult {
  /** One byte a slot, 1 where both sides have it. */
  matches: Uint8Array;
  /** 16 bytes a slot, zero where there is no match. */
  tokens: Uint8Array;
  /** 32 bytes. */
  session: Uint8Array;
}

/**
 * Runs the three rounds once, with any counterpart. The keys are spent from the moment the request is sent, whatever
 * comes back: one key pair, one request, one reply (`psi-wasm/SECURITY.md`).
 *
 * @param spend records that the keys with this id are used, before the request goes out; false if they were used before
 * @throws KeysSpent when fresh keys may succeed
 * @throws AppFailure `comparison_failed`, `session_…`, `offline`, `server_unavailable`
 */
export async function runRounds(
  psi: Psi,
  counterpart: Counterpart,
  compared: Compared,
  spend: (keyId: Uint8Array) => Promise<boolean>,
): Promise<RoundsResult> {
  const { privateKeys, publicKeys, keyId, state, message } = firstRound(psi, compared);
  try {
    if (!(await spend(keyId))) throw new KeysSpent(undefined);
    const reply = await counterpart.round2(publicKeys, message, compared.context);
    return psi.round3(privateKeys, state, psi.readReply(reply).reply);
  } catch (cause) {
    if (cause instanceof AppFailure || cause instanceof KeysSpent) throw cause;
    // A reply that cannot be read fails like any other comparison, so it tells the counterpart nothing.
    throw failure('comparison_failed', { cause });
  } finally {
    // Round 3 wipes them itself. Without it the secrets of this round end here all the same.
    privateKeys.fill(0);
    state.fill(0);
  }
}

interface FirstRound {
  privateKeys: PrivateKeys;
  publicKeys: PublicKeys;
  keyId: Uint8Array;
  state: ClientState;
  message: Request;
}

/** Keys that make no request are damaged or from an older version: fresh ones may succeed. */
function firstRound(psi: Psi, { psiPrivateKeys, bits, context }: Compared): FirstRound {
  try {
    const keys = psi.readPrivateKeys(fromBase64(psiPrivateKeys));
    return { ...keys, ...psi.round1(keys.privateKeys, bits, context) };
  } catch (cause) {
    throw new KeysSpent(cause);
  }
}
