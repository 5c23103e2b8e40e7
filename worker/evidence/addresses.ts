import { addressParser } from 'postal-mime';
import { type HeaderField, fieldText } from './raw-mail.ts';

/** Headers that say to whom a mail went (DESIGN 5). */
const RECIPIENT_HEADERS = new Set(['to', 'cc', 'delivered-to', 'x-original-to']);
/** Gmail ignores dots in the local part, at both of its names. */
const DOTS_IGNORED = new Set(['gmail.com', 'googlemail.com']);
/** More recipients than this are not read; a mail to so many says nothing about one of them. */
const MAX_RECIPIENTS = 1000;

/**
 * An address in the form in which two of the same mailbox are equal (DESIGN 5): lower case, without a
 * plus-tag, and without dots at gmail.com and googlemail.com.
 */
export function foldAddress(address: string): string {
  const lower = address.normalize('NFC').trim().toLowerCase();
  const at = lower.lastIndexOf('@');
  if (at < 0) return lower;
  const domain = lower.slice(at + 1);
  const plus = lower.indexOf('+');
  let local = lower.slice(0, plus > 0 && plus < at ? plus : at);
  if (DOTS_IGNORED.has(domain)) local = local.replaceAll('.', '');
  return `${local}@${domain}`;
}

/** The folded addresses of To, Cc, Delivered-To and X-Original-To, each once. */
export function recipients(fields: readonly HeaderField[]): string[] {
  const found = new Set<string>();
  for (const field of fields) {
    if (!RECIPIENT_HEADERS.has(field.name) || found.size >= MAX_RECIPIENTS) continue;
    for (const { address } of addressParser(fieldText(field), { flatten: true })) {
      if (address?.includes('@')) found.add(foldAddress(address));
    }
  }
  return [...found].slice(0, MAX_RECIPIENTS);
}
