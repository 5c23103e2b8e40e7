/** What is stored on the device: the session, and both stores of `dkim-bin`. */
import type { Page } from '@playwright/test';
import type { Session } from '../../worker/contract.ts';
import type { HeaderRecord } from '../../worker/records.ts';

export interface Device {
  session: Session | null;
  headers: HeaderRecord[];
  /** The keys of `travelLogs`. */
  logs: string[];
}

export async function readDevice(page: Page): Promise<Device> {
  return page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')));
      });
    const database = await settled(indexedDB.open('dkim-bin', 1));
    const transaction = database.transaction(['emailHeaders', 'travelLogs']);
    const headers = (await settled(transaction.objectStore('emailHeaders').getAll())) as HeaderRecord[];
    const keys = (await settled(transaction.objectStore('travelLogs').getAllKeys())) as string[];
    // Entries of a catalog are stored under its hash; these tests use only one catalog.
    const logs = keys.map((key) => key.replace(/^[0-9a-f]{64}\//, ''));
    database.close();
    const session = localStorage.getItem('session');
    return { session: session === null ? null : (JSON.parse(session) as Session), headers, logs };
  });
}
