import { type HeaderField, fieldText } from './raw-mail.ts';

/**
 * Comments in a date (RFC 5322 3.2.2), innermost first. They are removed because engines differ in which they accept.
 */
const COMMENT = /\([^()]*\)/g;
/** Longest text that is tried as a date, in characters. */
const MAX_DATE = 200;

/** Reads an RFC 5322 date. Milliseconds since the epoch; null when it is not a date. */
export function parseDate(text: string): number | null {
  if (text.length > MAX_DATE) return null;
  const time = Date.parse(text.replaceAll(COMMENT, ' ').replaceAll(/\s+/g, ' ').trim());
  return Number.isNaN(time) ? null : time;
}

/**
 * When the last server accepted the mail: the date after the last semicolon of the topmost `Received` (RFC 5321 4.4),
 * in milliseconds since the epoch; null without one.
 */
export function receiptDate(fields: readonly HeaderField[]): number | null {
  const received = fields.find(({ name }) => name === 'received');
  if (!received) return null;
  const text = fieldText(received);
  const semicolon = text.lastIndexOf(';');
  return semicolon < 0 ? null : parseDate(text.slice(semicolon + 1));
}

/**
 * The moment for judging signatures and keys: the later of the provider's date and {@link receiptDate}, or null when
 * neither is known. For mail that came over SMTP, both are the receiver's. The provider's date alone is not safe: for
 * mail that a program inserted into the mailbox, it may be the `Date` header. The sender writes that one, and somebody
 * with a leaked key could choose a day on which the key was valid.
 *
 * @param received from {@link receiptDate}
 * @param internalDate the provider's date in milliseconds since the epoch; null without one
 */
export function timeOfReceipt(received: number | null, internalDate: number | null): number | null {
  const known = [internalDate, received].filter((time) => time !== null && !Number.isNaN(time));
  return known.length === 0 ? null : Math.max(...known.map(Number));
}
