import { addressesOf } from './address-list.ts';
import { foldAddress } from './fold-address.ts';
import { MAX_DECODED } from './header-text.ts';
import { type HeaderField, fieldText } from './raw-mail.ts';

/** Headers that name a mail's recipients. */
const RECIPIENT_HEADERS = ['to', 'cc', 'delivered-to', 'x-original-to'] as const;
/** Limit on recipients read; a mail to so many says nothing about one of them. */
const MAX_RECIPIENTS = 1000;
/**
 * Longest address, in UTF-16 units: a path has 256 octets with its brackets (RFC 5321 4.5.3.1.3). No account has a longer
 * one, and normalising thousands of marks in a row takes time that grows with the square of their number.
 */
const MAX_ADDRESS = 254;
/** Cost of a field on top of its value, in characters: many empty fields take time too. */
const FIELD_COST = 16;

/** The folded addresses of To, Cc, Delivered-To and X-Original-To, each once. */
export function recipients(fields: readonly HeaderField[]): string[] {
  const found = new Set<string>();
  const room = new Map<string, number>(RECIPIENT_HEADERS.map((name) => [name, MAX_DECODED]));
  for (const field of fields) {
    const left = room.get(field.name) ?? 0;
    if (left <= 0 || found.size >= MAX_RECIPIENTS) continue;
    const value = fieldText(field).slice(0, left);
    room.set(field.name, left - value.length - FIELD_COST);
    for (const address of addressesOf(value)) {
      if (address.length <= MAX_ADDRESS) found.add(foldAddress(address));
    }
  }
  return [...found].slice(0, MAX_RECIPIENTS);
}
