import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import type { UnreadableMail } from '../../worker/contract.ts';
import { useActions } from '../actions/context.ts';
import { scan } from '../state/core.ts';

/** The mails that could not be read; `loading` at first, null on a failure. */
export function useUnreadable(wanted: boolean): readonly UnreadableMail[] | 'loading' | null {
  const { unreadableMails } = useActions();
  const { unreadable, phase, source } = useAtomValue(scan);
  const [mails, setMails] = useState<readonly UnreadableMail[] | 'loading' | null>('loading');
  useEffect(() => {
    let shown = wanted;
    if (wanted) void unreadableMails().then((answer) => (shown ? setMails(answer) : undefined));
    return () => {
      shown = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the list changes with the count, and with the scan
  }, [unreadableMails, wanted, unreadable, phase, source]);
  return mails;
}
