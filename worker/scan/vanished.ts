import { TransientFault } from '../mailbox/transient.ts';

/**
 * Wraps the fetching of single mails so that a mail counts as vanished only when the provider says so twice: an
 * API with many copies may not know everywhere yet what it has just listed, and evidence must not be lost to that.
 */
export function confirmingVanished<T>(
  fetchOne: (id: string, signal: AbortSignal) => Promise<T | null>,
): (id: string, signal: AbortSignal) => Promise<T | null> {
  const missing = new Set<string>();
  return async (id, signal) => {
    const mail = await fetchOne(id, signal);
    if (mail !== null || missing.has(id)) return mail;
    missing.add(id);
    throw new TransientFault('email_failed', { id });
  };
}
