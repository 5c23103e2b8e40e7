import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import type { Ledger } from '../../worker/contract.ts';
import { useActions } from '../actions-context.ts';
import { ledger } from './core.ts';
import { coreStatus } from './page.ts';

/** The ledger as it grows, while it is looked at; null until it is told. */
export function useLedger(): Ledger | null {
  const { watchLedger } = useActions();
  const { state } = useAtomValue(coreStatus);
  useEffect(() => {
    // A worker that was started again does not know that it is watched.
    if (state !== 'ready') return;
    void watchLedger(true);
    return () => void watchLedger(false);
  }, [watchLedger, state]);
  return useAtomValue(ledger);
}
