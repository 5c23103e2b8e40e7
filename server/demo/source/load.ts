import { Worker } from 'node:worker_threads';
import type { LoadOrder, LoadedMailbox, MailSource } from './source.ts';

/**
 * Opens a mailbox in a separate thread, so that the server can answer meanwhile.
 *
 * @throws the source's errors: an mbox that cannot be read or holds no mail
 */
export function loadMailbox(source: MailSource, seed: string): Promise<LoadedMailbox> {
  return new Promise((resolve, reject) => {
    const workerData = { source, seed } satisfies LoadOrder;
    const thread = new Worker(new URL('load-thread.ts', import.meta.url), { workerData });
    thread.once('message', (loaded: LoadedMailbox) => resolve(loaded));
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The demo mailbox could not be made')));
  });
}
