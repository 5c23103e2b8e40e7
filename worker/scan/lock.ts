import { SCAN_LOCK } from '../contract.ts';
import { failure } from '../errors.ts';

/**
 * Runs work while no other tab scans, because two scans on one device would overwrite each other's checkpoint.
 *
 * @param locks the browser's Web Locks; undefined if there are none, so that only this worker is guarded, by its caller
 * @throws AppFailure `scan_running` when another tab holds the lock
 */
export async function whileOnlyScan<T>(locks: LockManager | undefined, work: () => Promise<T>): Promise<T> {
  if (locks === undefined) return work();
  return locks.request(SCAN_LOCK, { ifAvailable: true }, async (lock) => {
    if (lock === null) throw failure('scan_running');
    return work();
  });
}
