/**
 * Private set intersection of two parties' bit vectors (`SECURITY.md`). Bytes in, bytes out. The module keeps
 * nothing between calls, so there is nothing to free.
 *
 * @module
 */
import init, * as wasm from './pkg/psi_wasm.js';
import { PsiError, psiError } from './errors.ts';
import { compile, hasSimd, moduleUrl, type PsiSource } from './load.ts';
import type { ClientState, PrivateKeys, PublicKeys, Reply, Request, ServerState } from './messages.ts';

export { PsiError, type PsiErrorCode } from './errors.ts';
export type { PsiSource } from './load.ts';
export type { ClientState, PrivateKeys, PublicKeys, Reply, Request, ServerState } from './messages.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The rounds. Every function throws `PsiError` and nothing else. */
export interface Psi {
  /** A fresh key pair, good for one comparison. */
  genKeys(): { privateKeys: PrivateKeys; publicKeys: PublicKeys };

  /**
   * Round 1, the client's: encrypts `bits` (one byte a slot, 0 or 1; at most 10,000 slots).
   *
   * @param context 32 bytes that say what is compared. Parties whose contexts differ find no match. The context is
   *   part of the state and never of a message.
   */
  round1(
    privateKeys: PrivateKeys,
    bits: Uint8Array,
    context: Uint8Array,
  ): { state: ClientState; message: Request };

  /**
   * Round 2, the server's: answers a request with its own bits. `session` (32 bytes) names the
   * comparison; both parties compute the same one if their contexts are equal.
   */
  round2(
    publicKeys: PublicKeys,
    message: Request,
    bits: Uint8Array,
    context: Uint8Array,
  ): { state: ServerState; message: Reply; session: Bytes };

  /**
   * Round 3, the client's: `matches` has one byte a slot, 1 where both bits are set; `tokens`
   * has 16 bytes a slot, zero where there is no match. A reply that was tampered with, or made in
   * another context, gives no match. `privateKeys` and `state` are overwritten with zeros, whatever
   * the outcome: a key pair opens one reply.
   */
  round3(
    privateKeys: PrivateKeys,
    state: ClientState,
    message: Reply,
  ): { matches: Bytes; tokens: Bytes; session: Bytes };

  /** Whether `token` proves a match on `slot`. False for a slot or token that cannot be right. */
  checkToken(state: ServerState, slot: number, token: Uint8Array): boolean;

  /** Public keys from bytes, checked; `keyId` is 16 bytes. */
  readPublicKeys(bytes: Uint8Array): { publicKeys: PublicKeys; keyId: Bytes };

  /** A request from bytes, checked; `keyId` names the keys it was made for. */
  readRequest(bytes: Uint8Array): { request: Request; keyId: Bytes };

  /** A reply from bytes, checked; `keyId` names the keys it was made for. */
  readReply(bytes: Uint8Array): { reply: Reply; keyId: Bytes };

  /** Stored private keys, checked, with their public half and key id, which are computed again. */
  readPrivateKeys(bytes: Uint8Array): { privateKeys: PrivateKeys; publicKeys: PublicKeys; keyId: Bytes };

  /** A server's stored state, checked, with its session. */
  readServerState(bytes: Uint8Array): { state: ServerState; session: Bytes };

  /**
   * For benchmarks: does one step of a comparison `times` times on fixed public values. False if there is no step of
   * that number (`src/steps.rs` has the list).
   */
  repeatStep(step: number, times: number): boolean;
}

/** Where public keys hold their id (`SECURITY.md`, Messages). */
const KEY_ID = [8, 24] as const;

/** Calls the module and turns whatever it throws into a `PsiError`. */
function guarded<Result>(call: () => Result, ...inputs: readonly Uint8Array[]): Result {
  if (!inputs.every((input) => ArrayBuffer.isView(input) && input.BYTES_PER_ELEMENT === 1)) {
    throw new PsiError('bad_argument', 'the PSI takes byte arrays');
  }
  try {
    return call();
  } catch (error) {
    throw psiError(error);
  }
}

/* oxlint-disable typescript/no-unsafe-type-assertion -- the module made or checked these bytes */
const psi: Psi = {
  genKeys() {
    const [privateKeys, publicKeys] = guarded(wasm.generateKeys);
    return { privateKeys: privateKeys as PrivateKeys, publicKeys: publicKeys as PublicKeys };
  },

  round1(privateKeys, bits, context) {
    const [state, message] = guarded(
      () => wasm.makeRequest(privateKeys, bits, context),
      privateKeys,
      bits,
      context,
    );
    return { state: state as ClientState, message: message as Request };
  },

  round2(publicKeys, message, bits, context) {
    const [state, reply, session] = guarded(
      () => wasm.answerRequest(publicKeys, message, bits, context),
      publicKeys,
      message,
      bits,
      context,
    );
    return { state: state as ServerState, message: reply as Reply, session };
  },

  round3(privateKeys, state, message) {
    try {
      const [matches, tokens, session] = guarded(
        () => wasm.openReply(privateKeys, state, message),
        privateKeys,
        state,
        message,
      );
      return { matches, tokens, session };
    } finally {
      privateKeys.fill(0);
      state.fill(0);
    }
  },

  checkToken(state, slot, token) {
    if (!Number.isInteger(slot) || slot < 0 || slot > 0xffff_ffff) return false;
    return guarded(() => wasm.checkToken(state, slot, token), state, token);
  },

  readPublicKeys(bytes) {
    const keyId = guarded(() => wasm.publicKeyId(bytes), bytes);
    return { publicKeys: bytes as PublicKeys, keyId };
  },

  readRequest(bytes) {
    const keyId = guarded(() => wasm.requestKeyId(bytes), bytes);
    return { request: bytes as Request, keyId };
  },

  readReply(bytes) {
    const keyId = guarded(() => wasm.replyKeyId(bytes), bytes);
    return { reply: bytes as Reply, keyId };
  },

  readPrivateKeys(bytes) {
    const publicKeys = guarded(() => wasm.publicKeys(bytes), bytes) as PublicKeys;
    return { privateKeys: bytes as PrivateKeys, publicKeys, keyId: publicKeys.slice(...KEY_ID) };
  },

  readServerState(bytes) {
    const session = guarded(() => wasm.serverStateSession(bytes), bytes);
    return { state: bytes as ServerState, session };
  },

  repeatStep: (step, times) => guarded(() => wasm.repeatStep(step, times)),
};
/* oxlint-enable typescript/no-unsafe-type-assertion */

/** Exports by which a module is recognised as ours. */
const rounds = ['selfTest', 'generateKeys', 'makeRequest', 'answerRequest', 'openReply', 'checkToken'];

let ready: Promise<Psi> | undefined;

async function start(source: PsiSource): Promise<Psi> {
  const module_or_path = await compile(source);
  // The glue keeps the first module it starts for good, so a foreign one must not get that far.
  const names = new Set(WebAssembly.Module.exports(module_or_path).map(({ name }) => name));
  if (!rounds.every((name) => names.has(name))) {
    throw new PsiError('load_failed', 'the module is not the PSI');
  }
  try {
    await init({ module_or_path });
  } catch (error) {
    throw new PsiError('load_failed', 'the PSI module could not be started', { cause: error });
  }
  if (!guarded(wasm.selfTest)) {
    throw new PsiError('load_failed', 'the PSI module gives a wrong answer on this platform');
  }
  return psi;
}

/**
 * Loads the PSI once. Later calls return the same instance; after a failure the next call tries again. The module is
 * handed out only after it has given a known answer on this platform. Without a source the committed module is used:
 * the SIMD build where the platform supports it, fetched in a browser and read from disk in Node.
 *
 * @throws {PsiError} `load_failed`
 */
export function initPsi(source: PsiSource = moduleUrl(hasSimd())): Promise<Psi> {
  ready ??= start(source).catch((error: unknown) => {
    ready = undefined;
    throw error;
  });
  return ready;
}
