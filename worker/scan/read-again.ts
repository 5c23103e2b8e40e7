import type { Store } from '../store/index.ts';
import type { UnreadableMail } from '../records.ts';
import { withAnotherTry } from './underway.ts';

/**
 * Prepares the store so that the next scan of this source reads a mail once more that was skipped since it had stopped
 * the worker twice. Everything changes in one transaction.
 *
 * @returns false when no such mail was skipped
 */
export async function allowAnotherTry(
  store: Store,
  source: UnreadableMail['source'],
  messageId: string,
): Promise<boolean> {
  const underway = await store.get('underway');
  if (underway?.[source].skipped.includes(messageId) !== true) return false;
  const unreadable = (await store.get('unreadable')) ?? [];
  const checkpoint = await store.get('checkpoint');
  const logs = {
    underway: withAnotherTry(underway, source, messageId),
    unreadable: unreadable.filter((mail) => mail.messageId !== messageId || mail.source !== source),
  };
  if (checkpoint?.account && source === 'account') {
    const { account } = checkpoint;
    const next = {
      ...account,
      // What is stuck is tried by the next scan, whether it is a new one or goes on.
      stuck: { ...account.stuck, [messageId]: 0 },
      ...(account.state !== 'done' && { pending: [messageId, ...account.pending] }),
      read: account.read.filter((id) => id !== messageId),
      counts: {
        ...account.counts,
        candidates: account.counts.candidates + (account.state === 'done' ? 0 : 1),
        unreadable: Math.max(0, account.counts.unreadable - 1),
      },
    };
    await store.commit({ logs: { ...logs, checkpoint: { ...checkpoint, account: next } } });
    return true;
  }
  await store.commit({ logs });
  return true;
}
