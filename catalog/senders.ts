/** An event's senders: whole domains, and single addresses. */

/** The part of an event (`schema.ts`) with its senders. */
export interface Sending {
  senders: readonly string[];
}

/** The domain of a sender, which is a domain itself or an address. */
export function senderDomain(sender: string): string {
  return sender.slice(sender.lastIndexOf('@') + 1);
}

/** Whether a sender is a single address. */
export function isAddress(sender: string): boolean {
  return sender.includes('@');
}

/** Every domain whose signature may count for some event, sorted. Their DKIM keys are requested. */
export function signerDomains(catalog: { events: readonly Sending[] }): string[] {
  const domains = catalog.events.flatMap(({ senders }) => senders.map(senderDomain));
  return [...new Set(domains)].toSorted();
}

/**
 * The domains whose signature counts for an event on a mail from this address. An exact address counts through its
 * domain, and only on its own mail.
 *
 * @param from the address in `From`, in lower case; null when there is none or more than one
 */
export function signersOf({ senders }: Sending, from: string | null): Set<string> {
  return new Set(senders.filter((sender) => !isAddress(sender) || sender === from).map(senderDomain));
}
