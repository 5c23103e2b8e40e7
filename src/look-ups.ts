/** What a screen asks of the device for itself; an answer that cannot be had is no reason to complain. */
import type { AppError, MailSummary, ScanEstimate, UnreadableMail } from '../worker/contract.ts';
import type { CoreClient } from './worker-client.ts';

export function createLookUps({ core }: { core: Pick<CoreClient, 'call'> }) {
  /** What a scan would take; null when the mailbox does not tell, which is no reason to complain. */
  async function estimate(): Promise<ScanEstimate | null> {
    const outcome = await core.call((remote) => remote.estimate());
    return outcome.ok ? outcome.value : null;
  }

  /** The mails that could not be read; null when the device cannot tell. */
  async function unreadableMails(): Promise<UnreadableMail[] | null> {
    const outcome = await core.call((remote) => remote.unreadableMails());
    return outcome.ok ? outcome.value : null;
  }

  /** The mails that set a slot; null when the device cannot tell. */
  async function slotMails(slot: number): Promise<MailSummary[] | null> {
    const outcome = await core.call((remote) => remote.slotMails(slot));
    return outcome.ok ? outcome.value : null;
  }

  /** Whether the worker tells the ledger as it grows; answers what keeps it from that. */
  async function watchLedger(watched: boolean): Promise<AppError | null> {
    const outcome = await core.call((remote) => remote.watchLedger(watched));
    return outcome.ok ? null : outcome.error;
  }

  return { estimate, unreadableMails, slotMails, watchLedger };
}
