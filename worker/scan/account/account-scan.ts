import type { Activity } from '../../contract.ts';
import type { RetryOptions } from '../../mailbox/batch.ts';
import type { ApiMailbox } from '../../mailbox/mailbox.ts';
import type { AccountCheckpoint } from '../../store/index.ts';
import type { ScanContext } from '../state/context.ts';
import { timeForMails } from './estimate.ts';
import { accountWork } from '../state/progress.ts';

/** A scan of the account's mailbox, with the checkpoint that it advances. */
export interface AccountScan extends ScanContext {
  mailbox: ApiMailbox;
  state: AccountCheckpoint;
}

/** Reports the scan's progress to the page. */
export function report({ progress, state, log, mailbox }: AccountScan, activity: Activity): void {
  const { phase } = state;
  const evidenceMails = log.mails('account');
  const work = accountWork(state);
  const atLeastMs = timeForMails(work.total - work.done, mailbox.unitsPerMinute);
  progress.update({ phase, activity, evidenceMails, ...state.counts, ...work }, { atLeastMs });
}

/** The retry options of a scan's requests; waits are reported to the person. */
export function retryOptions({ clock, signal, random, progress }: ScanContext): RetryOptions {
  return {
    clock,
    signal,
    random,
    onWait: (ms) => {
      progress.update({ activity: { kind: 'waiting', seconds: Math.ceil(ms / 1_000) } }, { now: true });
    },
  };
}
