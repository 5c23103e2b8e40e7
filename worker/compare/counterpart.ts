import type { PublicKeys, Request } from '../../psi-wasm/index.ts';

/** The other party of a comparison: whoever answers round 1. */
export interface Counterpart {
  /**
   * Round 2.
   *
   * @param publicKeys the keys that the request was made with
   * @param message round 1's message
   * @param context 32 bytes that say what is compared (`catalog/context.ts`)
   * @returns the reply's bytes; the caller checks them
   * @throws KeysSpent when the counterpart takes other keys only
   * @throws AppFailure when there is no answer
   */
  round2(publicKeys: PublicKeys, message: Request, context: Uint8Array): Promise<Uint8Array>;
}

/** These keys cannot be used: other keys are announced for the account, or this tab or another one used them before. */
export class KeysSpent extends Error {
  constructor(cause: unknown) {
    super('the announced keys are others, or were used', { cause });
    this.name = 'KeysSpent';
  }
}
