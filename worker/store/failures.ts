import { AppFailure, failure } from '../errors.ts';

/**
 * Runs work on the device's storage and turns what IndexedDB throws into an {@link AppFailure}:
 * `storage_full` when there is no room left, `storage_failed` for everything else.
 */
export async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof AppFailure) throw cause;
    throw failure(isQuota(cause) ? 'storage_full' : 'storage_failed', { cause });
  }
}

/** Firefox and older WebKit have other names for a full disk. */
function isQuota(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return (
    cause.name === 'QuotaExceededError' ||
    cause.name === 'NS_ERROR_DOM_QUOTA_REACHED' ||
    /quota|disk (is )?full/i.test(cause.message)
  );
}
