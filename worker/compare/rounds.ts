import type { ClientState, PrivateKeys, Psi, Request } from '../../psi-wasm/index.ts';
import type { ServerApi } from '../client/api.ts';
import { Refusal } from '../client/api.ts';
import { fromBase64 } from '../account/keys.ts';
import type { SignedIn } from '../session/session.ts';
import { AppFailure, failure } from '../errors.ts';

/** What round 3 leaves. */
export interface RoundsResult {
  /** One byte a slot, 1 where both sides have it. */
  matches: Uint8Array;
  /** 16 bytes a slot, zero where there is no match. */
  tokens: Uint8Array;
  /** 32 bytes. */
  session: Uint8Array;
}

/** Other keys are announced for this account, or these were used before, by this tab or another one. */
export class KeysSpent extends Error {
  constructor(cause: unknown) {
    super('the announced keys are others, or were used', { cause });
    this.name = 'KeysSpent';
  }
}

/** The status with which the server refuses a key id that it has answered, or that was replaced. */
const CONFLICT = 409;

/**
 * Runs the three rounds once (DESIGN 6). The keys are spent from the moment the request is sent, whatever
 * comes back: one key pair, one request, one reply.
 *
 * @param bits one byte a slot, 0 or 1
 * @param spend takes down that the keys with this id are used, before the request goes out; false when they were
 * @throws KeysSpent when fresh keys may go through
 * @throws AppFailure `comparison_failed`, `session_…`, `offline`, `server_unavailable`
 */
export async function runRounds(
  psi: Psi,
  api: ServerApi,
  session: SignedIn,
  bits: Uint8Array,
  spend: (keyId: Uint8Array) => Promise<boolean>,
): Promise<RoundsResult> {
  const { privateKeys, keyId, state, message } = firstRound(psi, session, bits);
  try {
    if (!(await spend(keyId))) throw new KeysSpent(undefined);
    const reply = await api.round2(session.serverSession, message);
    return psi.round3(privateKeys, state, psi.readReply(reply).reply);
  } catch (cause) {
    throw roundFailure(cause);
  } finally {
    // Round 3 does so itself; without it the secrets of this round end here all the same.
    privateKeys.fill(0);
    state.fill(0);
  }
}

/** Keys that cannot even make a request were kept by an older version, or damaged: new ones may. */
function firstRound(
  psi: Psi,
  session: SignedIn,
  bits: Uint8Array,
): { privateKeys: PrivateKeys; keyId: Uint8Array; state: ClientState; message: Request } {
  try {
    const { privateKeys, keyId } = psi.readPrivateKeys(fromBase64(session.psiPrivateKeys));
    return { privateKeys, keyId, ...psi.round1(privateKeys, bits) };
  } catch (cause) {
    throw new KeysSpent(cause);
  }
}

function roundFailure(cause: unknown): Error {
  if (cause instanceof AppFailure || cause instanceof KeysSpent) return cause;
  if (cause instanceof Refusal) {
    const { status, retryAfter } = cause;
    if (status === CONFLICT) return new KeysSpent(cause);
    if (status === 401) return failure('session_invalid', { cause });
    if (status === 429 || status >= 500) {
      return failure('server_unavailable', { cause, ...(retryAfter === undefined ? {} : { retryAfter }) });
    }
  }
  // A reply that does not decode ends as any other comparison that failed: the server learns nothing more.
  return failure('comparison_failed', { cause });
}
