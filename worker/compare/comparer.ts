import type { Psi } from '../../psi-wasm/index.ts';
import { comparisonContext } from '../../catalog/index.ts';
import { replaceKeys } from '../account/keys.ts';
import type { KeyMaker } from '../account/keys.ts';
import { isSessionOver, signedIn } from '../session/session.ts';
import type { SignedIn } from '../session/session.ts';
import { isAskedBy } from '../contract.ts';
import type { AppError, ComparisonResult, ErrorCode, RecordedStamp } from '../contract.ts';
import type { Device } from '../device/device.ts';
import { AppFailure, failure, toAppError } from '../errors.ts';
import { decode } from './decode.ts';
import { disclose, selectTokens } from './disclose.ts';
import { KeysSpent } from './counterpart.ts';
import { runRounds } from './rounds.ts';
import type { RoundsResult } from './rounds.ts';
import { serverCounterpart } from './server-counterpart.ts';

/** Time limit for making the next key pair. If it passes, the next comparison makes the keys itself. Milliseconds. */
const RENEWAL_MS = 20_000;

const NO_WAY_TO_ANNOUNCE: ReadonlySet<ErrorCode> = new Set(['offline', 'emptied_elsewhere']);

/** Whether keys cannot be announced after this failure either. The next comparison makes them then. */
function cannotAnnounce(cause: unknown): boolean {
  return isSessionOver(cause) || (cause instanceof AppFailure && NO_WAY_TO_ANNOUNCE.has(cause.code));
}

/** The Web Lock that a tab holds while it compares, so that no other tab replaces the keys it is about to use. */
const COMPARISON_LOCK = 'waystamp-comparison';

export interface ComparerDeps {
  device: () => Device;
  maker: () => KeyMaker;
  loadPsi: () => Promise<Psi>;
  /** The browser's Web Locks, where there are any. A key pair is spent only once even without them. */
  locks: LockManager | undefined;
  /** Checks whether the catalog has changed. */
  askAgain: () => Promise<boolean>;
}

/** The private comparison, and the disclosure that may follow. */
export interface Comparer {
  compare(): Promise<ComparisonResult>;
  /** Returns what the server has recorded. */
  disclose(chosen: readonly string[]): Promise<RecordedStamp[]>;
}

export function createComparer({ device, maker, loadPsi, locks, askAgain }: ComparerDeps): Comparer {
  const keep = async (session: SignedIn): Promise<SignedIn> => {
    // Another tab may have signed out while this one waited for the network.
    await device().store.check();
    device().setSession(session);
    return session;
  };

  /** Makes, publishes and announces the next pair: every pair serves one comparison. */
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

  /** The same after a comparison. A failure is returned, because it must not take the result away. */
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
    const { catalog, hash } = device().state.asked;
    const context = comparisonContext(catalog.organiser.slug, hash);
    const counterpart = serverCounterpart(maker().api, session.serverSession, {
      organiser: catalog.organiser.slug,
      catalog: hash,
    });
    /** From here on the keys are used, whatever comes back: not even a reload or another tab may use them again. */
    const spend = async (keyId: Uint8Array): Promise<boolean> => {
      const fresh = await device().store.spend(keyId);
      await keep(spent);
      return fresh;
    };
    try {
      const { psiPrivateKeys } = session;
      return await runRounds(psi, counterpart, { psiPrivateKeys, bits, context }, spend);
    } catch (cause) {
      if (!(cause instanceof KeysSpent)) {
        // If that fails too, the comparison's own error says enough, and the next comparison makes the keys.
        if (!cannotAnnounce(cause) && (await renewAfterwards(spent)) === null)
          device().notice({ code: 'reply_lost' });
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
    // If nobody answers, the comparison itself reports the reason.
    if (await askAgain().catch(() => false)) throw failure('catalog_changed');
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
      device().notice({ code: 'keys_replaced' });
      result = await rounds(session, psi, vector.bits).catch((again: unknown) => {
        throw again instanceof KeysSpent ? failure('comparison_failed', { cause: again }) : again;
      });
    }

    const { tokens, ...lists } = decode(result.matches, result.tokens, device().catalog, held);
    const compared: ComparisonResult = {
      ...lists,
      compared: [...held],
      comparedAt: clock.now(),
    };
    await device().setResult(compared, { comparison: { session: result.session, tokens }, vector });
    const late = await renewAfterwards({ ...session, psiPrivateKeys: '' });
    if (late !== null) device().notice({ code: 'renewal_late', error: late });
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
      const stamps = state.shown?.stamps ?? [];
      const shown = new Set(stamps.flatMap((stamp) => (isAskedBy(stamp, state.asked) ? [stamp.fact] : [])));
      return disclose(selectTokens(chosen, device().catalog, state.result, comparison, shown), {
        api,
        session,
      });
    },
  };
}
