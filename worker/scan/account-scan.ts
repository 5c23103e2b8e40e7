import type { ApiMailbox } from '../mailbox/mailbox.ts';
import type { AccountCheckpoint } from '../store/index.ts';
import type { ScanContext } from './context.ts';
import { timeForMails } from './estimate.ts';
import { accountWork } from './progress.ts';

/** A scan of the account's mailbox with the checkpoint that it moves forward. */
export interface AccountScan extends ScanContext {
  mailbox: ApiMailbox;
  state: AccountCheckpoint;
}

/** Tells the page where the scan stands. */
export function report({ progress, state, log, mailbox }: AccountScan, activity: string): void {
  const { phase } = state;
  const evidenceMails = log.mails('account');
  const work = accountWork(state);
  const atLeastMs = timeForMails(work.total - work.done, mailbox.unitsPerMinute);
  progress.update({ phase, activity, evidenceMails, ...state.counts, ...work }, { atLeastMs });
}
