import type { Psi } from '../../psi-wasm/index.ts';
import type { FactId } from '../../catalog/index.ts';
import { replaceKeys } from '../account/keys.ts';
import type { KeyMaker } from '../account/keys.ts';
import { isSessionOver, signedIn } from '../session/session.ts';
import type { SignedIn } from '../session/session.ts';
import type { AppError, ComparisonResult, ErrorCode, ShownStamp } from '../contract.ts';
import type { Device } from '../device/device.ts';
import { AppFailure, failure, toAppError } from '../errors.ts';
import { decode } from './decode.ts';
import { disclose, selectTokens } from './disclose.ts';
import { KeysSpent, runRounds } from './rounds.ts';
import type { RoundsResult } from './rounds.ts';

/** How long the making of new keys after a comparison may take; the next comparison makes them else. Milliseconds. */
const RENEWAL_MS = 20_000;

const NO_WAY_TO_ANNOUNCE: ReadonlySet<ErrorCode> = new Set(['offline', 'emptied_elsewhere']);

/** True for a failure after which keys cannot be announced either: the next comparison makes them. */
function cannotAnnounce(cause: unknown): boolean {
  return isSessionOver(cause) || (cause instanceof AppFailure && NO_WAY_TO_ANNOUNCE.has(cause.code));
}

/** The Web Lock that a tab holds while it compares: one would replace the keys that another is about to use. */
const COMPARISON_LOCK = 'waystamp-comparison';

const REPLACED = 'Your keys had been replaced, for example on another device. New one-time keys were made.';
const LOST = 'The answer of the comparison was lost. New one-time keys were made, so you can compare again.';

export interface ComparerDeps {
  device: () => Device;
  maker: () => KeyMaker;
  loadPsi: () => Promise<Psi>;
  /** The browser's Web Locks; undefined where there are none: then a pair is spent once all the same. */
  locks: LockManager | undefined;
}

/** The private comparison and what follows from it (DESIGN 2, steps 5 and 6). */
export interface Comparer {
  compare(): Promise<ComparisonResult>;
  /** Answers with what the server has recorded. */
  disclose(chosen: readonly FactId[]): Promise<ShownStamp[]>;
}

export function createComparer({ device, maker, loadPsi, locks }: ComparerDeps): Comparer {
  const keep = async (session: SignedIn): Promise<SignedIn> => {
    // Another tab may have signed out while the network was waited for.
    await device().store.check();
    device().setSession(session);
    return session;
  };

  /** Makes, publishes and announces the next pair (DESIGN 2: keys are one-time). */
  const renew = async (session: SignedIn, signal?: AbortSignal): Promise<SignedIn> => {
    await device().store.check();
    const { psiPrivateKeys, psiPublicKeysLink } = await replaceKeys(
      maker(),
      session.serverSession,
      session.email,
      signal,
    );
    return keep({ ...session, psiPrivateKeys, psiPublicKeysLink });
  };

  /** The same after a comparison, where a failure is no reason to take the result away: it is answered. */
  const renewAfterwards = async (session: SignedIn): Promise<AppError | null> => {
    try {
      await renew(session, AbortSignal.timeout(RENEWAL_MS));
      return null;
    } catch (cause) {
      return toAppError(cause);
    }
  };

  const rounds = async (session: SignedIn, psi: Psi, bits: Uint8Array): Promise<RoundsResult> => {
    const spent = { ...session, psiPrivateKeys: '' };
    /** From here on, whatever comes back: neither a reload in the middle nor another tab may use them again. */
    const spend = async (keyId: Uint8Array): Promise<boolean> => {
      const fresh = await device().store.spend(keyId);
      await keep(spent);
      return fresh;
    };
    try {
      return await runRounds(psi, maker().api, session, bits, spend);
    } catch (cause) {
      if (!(cause instanceof KeysSpent)) {
        // When that fails too, the error of the comparison says enough; the next one makes the keys.
        if (!cannotAnnounce(cause) && (await renewAfterwards(spent)) === null) device().notice(LOST);
      }
      throw cause;
    }
  };

  const compareAlone = async (): Promise<ComparisonResult> => {
    const { clock } = maker();
    const { state } = device();
    let session = signedIn(state.session, clock);
    const held = new Set(
      device()
        .facts()
        .flatMap((fact) => (fact.counts ? [fact.id] : [])),
    );
    if (held.size === 0) throw failure('scan_needed');
    const vector = device().vector();

    const psi = await loadPsi().catch((cause: unknown) => {
      throw failure('comparison_failed', { cause });
    });
    if (session.psiPrivateKeys === '') session = await renew(session);
    let result: RoundsResult;
    try {
      result = await rounds(session, psi, vector.bits);
    } catch (cause) {
      if (!(cause instanceof KeysSpent)) throw cause;
      session = await renew(session);
      device().notice(REPLACED);
      result = await rounds(session, psi, vector.bits).catch((again: unknown) => {
        throw again instanceof KeysSpent ? failure('comparison_failed', { cause: again }) : again;
      });
    }

    const { tokens, ...lists } = decode(result.matches, result.tokens, held);
    const compared: ComparisonResult = {
      ...lists,
      compared: [...held],
      comparedAt: clock.now(),
    };
    await device().setResult(compared, { comparison: { session: result.session, tokens }, vector });
    const late = await renewAfterwards({ ...session, psiPrivateKeys: '' });
    if (late !== null) device().notice(`${late.message} New keys are made before the next comparison.`);
    return compared;
  };

  return {
    compare: () =>
      locks === undefined
        ? compareAlone()
        : locks.request(COMPARISON_LOCK, { ifAvailable: true }, (lock) => {
            if (lock === null) throw failure('comparison_running');
            return compareAlone();
          }),

    async disclose(chosen) {
      const { api, clock } = maker();
      const { state, store } = device();
      const session = signedIn(state.session, clock);
      const comparison = await store.get('comparison');
      if (state.result === null || comparison === undefined) throw failure('nothing_selected');
      const shown = new Set(state.shown?.stamps.map(({ fact }) => fact));
      return disclose(selectTokens(chosen, state.result, comparison, shown), { api, session });
    },
  };
}
