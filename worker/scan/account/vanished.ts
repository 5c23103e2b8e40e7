import { TransientFault } from '../../mailbox/transient.ts';

/** How often the provider must deny a mail's existence. */
const DENIALS = 3;

/**
 * Wraps the fetching of single mails so that a mail counts as vanished only after repeated denials. In an API with many
 * copies, some may not know yet what another has just listed, and evidence must not be lost to that.
 */
export function confirmingVanished<T>(
  fetchOne: (id: string, signal: AbortSignal) => Promise<T | null>,
): (id: string, signal: AbortSignal) => Promise<T | null> {
  const denied = new Map<string, number>();
  return async (id, signal) => {
    const mail = await fetchOne(id, signal);
    if (mail !== null) return mail;
    const denials = (denied.get(id) ?? 0) + 1;
    denied.set(id, denials);
    if (denials >= DENIALS) return null;
    throw new TransientFault('email_failed', { id });
  };
}
