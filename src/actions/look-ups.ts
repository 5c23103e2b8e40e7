/** Requests of single screens to the device. A failed one is not reported as a problem. */
import type { AppError, MailSummary, ScanEstimate, UnreadableMail } from '../../worker/contract.ts';
import type { CoreClient } from '../browser/worker-client.ts';

export function createLookUps({ core }: { core: Pick<CoreClient, 'call'> }) {
  /** What a scan would take; null when the mailbox does not say. */
  async function estimate(): Promise<ScanEstimate | null> {
    const outcome = await core.call((remote) => remote.estimate());
    return outcome.ok ? outcome.value : null;
  }

  /** The mails that could not be read; null on a failure. */
  async function unreadableMails(): Promise<UnreadableMail[] | null> {
    const outcome = await core.call((remote) => remote.unreadableMails());
    return outcome.ok ? outcome.value : null;
  }

  /** The mails that set a slot; null on a failure. */
  async function slotMails(slot: number): Promise<MailSummary[] | null> {
    const outcome = await core.call((remote) => remote.slotMails(slot));
    return outcome.ok ? outcome.value : null;
  }

  /** Starts or stops the worker's updates of the ledger. Returns the error, if any. */
  async function watchLedger(watched: boolean): Promise<AppError | null> {
    const outcome = await core.call((remote) => remote.watchLedger(watched));
    return outcome.ok ? null : outcome.error;
  }

  return { estimate, unreadableMails, slotMails, watchLedger };
}
