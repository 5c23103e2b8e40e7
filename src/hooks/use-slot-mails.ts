import { useEffect, useState } from 'react';
import type { MailSummary } from '../../worker/contract.ts';
import { useActions } from '../actions/context.ts';

/**
 * The mails that set a slot; `loading` at first, null on a failure.
 *
 * @param counted their number as far as the page knows; a change asks again
 */
export function useSlotMails(slot: number, counted: number): readonly MailSummary[] | 'loading' | null {
  const { slotMails } = useActions();
  const [mails, setMails] = useState<readonly MailSummary[] | 'loading' | null>('loading');
  useEffect(() => {
    let shown = true;
    void slotMails(slot).then((answer) => (shown ? setMails(answer) : undefined));
    return () => {
      shown = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the list changes with the count
  }, [slotMails, slot, counted]);
  return mails;
}
