import { addressParser } from 'postal-mime';
import { foldAddress } from './fold-address.ts';
import { type HeaderField, fieldText } from './raw-mail.ts';

/** Headers that say to whom a mail went (DESIGN 5). */
const RECIPIENT_HEADERS = new Set(['to', 'cc', 'delivered-to', 'x-original-to']);
/** More recipients than this are not read; a mail to so many says nothing about one of them. */
const MAX_RECIPIENTS = 1000;

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
