import { type HeaderField, fieldText } from './raw-mail.ts';

/** Comments in a date (RFC 5322 3.2.2), innermost first; engines differ in which they read past. */
const COMMENT = /\([^()]*\)/g;
/** No date is longer; what is gets no attempt. */
const MAX_DATE = 200;

/** Reads an RFC 5322 date. Milliseconds since the epoch; null when it is none. */
export function parseDate(text: string): number | null {
  if (text.length > MAX_DATE) return null;
  const time = Date.parse(text.replaceAll(COMMENT, ' ').replaceAll(/\s+/g, ' ').trim());
  return Number.isNaN(time) ? null : time;
}

/**
 * When the last server took the mail: the date after the last semicolon of the topmost `Received` (RFC 5321
 * 4.4), in milliseconds since the epoch; null when there is none.
 */
export function receiptDate(fields: readonly HeaderField[]): number | null {
  const received = fields.find(({ name }) => name === 'received');
  if (!received) return null;
  const text = fieldText(received);
  const semicolon = text.lastIndexOf(';');
  return semicolon < 0 ? null : parseDate(text.slice(semicolon + 1));
}

/**
 * The moment at which signatures and keys are judged: the later of the provider's date and {@link receiptDate}; null
 * when neither is known. For a mail that came over SMTP both are the receiver's. The provider's alone will not do: on
 * mail that a program put into the mailbox it may be the `Date` header, which the sender writes, and a sender with a
 * key that leaked years ago would choose a day on which that key was valid.
 *
 * @param internalDate what the provider says, in milliseconds since the epoch; null when there is none
 */
export function timeOfReceipt(fields: readonly HeaderField[], internalDate: number | null): number | null {
  const known = [internalDate, receiptDate(fields)].filter((time) => time !== null && !Number.isNaN(time));
  return known.length === 0 ? null : Math.max(...known.map(Number));
}
