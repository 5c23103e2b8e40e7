/**
 * Domains of ticket and mailing platforms where anybody can open an event. Their signature shows which platform sent a
 * mail, not who the host was, and a search for one would find every ticket that the person ever bought.
 */
export const LUMA = ['lu.ma', 'luma-mail.com', 'calendar.luma-mail.com', 'user.luma-mail.com'];
export const EVENTBRITE = ['eventbrite.com', 'order.eventbrite.com'];
export const PRETIX = ['pretix.eu'];
export const TITO = ['tito.io', 'ti.to'];
const OTHERS = ['luma.com', 'meetup.com', 'hi.events', 'tickettailor.com', 'humanitix.com'];

const PLATFORMS: ReadonlySet<string> = new Set([...LUMA, ...EVENTBRITE, ...PRETIX, ...TITO, ...OTHERS]);

/** Whether a domain, or one that it is a subdomain of, belongs to a platform shared by many organisers. */
export function isPlatform(domain: string): boolean {
  const labels = domain.split('.');
  return labels.some((_, at) => PLATFORMS.has(labels.slice(at).join('.')));
}
