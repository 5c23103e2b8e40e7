import { useEffect, useState } from 'react';
import type { ScanEstimate } from '../../worker/contract.ts';
import { useActions } from '../actions/context.ts';

/** How many mails the account's mailbox holds and what reading them takes; null until known. */
export function useEstimate(wanted: boolean): ScanEstimate | null {
  const { estimate } = useActions();
  const [expected, setExpected] = useState<ScanEstimate | null>(null);
  useEffect(() => {
    let shown = wanted;
    if (wanted) void estimate().then((answer) => (shown ? setExpected(answer) : undefined));
    return () => {
      shown = false;
    };
  }, [estimate, wanted]);
  return expected;
}
