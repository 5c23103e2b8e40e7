import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import type { AppError, Ledger } from '../../worker/contract.ts';
import { useActions } from '../actions/context.ts';
import { ledger } from '../state/core.ts';
import { coreStatus } from '../state/page.ts';

export interface WatchedLedger {
  /** Null until it is told. */
  ledger: Ledger | null;
  /** Why it is not available, with a function to try again. */
  failure: { error: AppError; again: () => void } | null;
}

/** The ledger with live updates, while the screen is open. */
export function useLedger(): WatchedLedger {
  const { watchLedger } = useActions();
  const { state } = useAtomValue(coreStatus);
  const [error, setError] = useState<AppError | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    // A restarted worker does not know that it is watched.
    if (state !== 'ready') return;
    let looking = true;
    void watchLedger(true).then((failed) => (looking ? setError(failed) : undefined));
    return () => {
      looking = false;
      void watchLedger(false);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new attempt asks again
  }, [watchLedger, state, attempt]);
  const again = useCallback(() => setAttempt((last) => last + 1), []);
  return { ledger: useAtomValue(ledger), failure: error === null ? null : { error, again } };
}
