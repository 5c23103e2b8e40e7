import { failure } from '../errors.ts';

/** One scan at a time on this device: two would overwrite each other's checkpoint. */
const LOCK_NAME = 'waystamp-scan';

/**
 * Runs work while no other tab scans.
 *
 * @param locks the browser's Web Locks; undefined where there are none: then only this worker is guarded by its caller
 * @throws AppFailure `scan_running` when another tab holds the lock
 */
export async function whileOnlyScan<T>(locks: LockManager | undefined, work: () => Promise<T>): Promise<T> {
  if (locks === undefined) return work();
  return locks.request(LOCK_NAME, { ifAvailable: true }, async (lock) => {
    if (lock === null) throw failure('scan_running');
    return work();
  });
}
