import { addressesOf } from './address-list.ts';
import { foldAddress } from './fold-address.ts';
import { MAX_DECODED } from './header-text.ts';
import { type HeaderField, fieldText } from './raw-mail.ts';

/** Headers that say to whom a mail went (DESIGN 5). */
const RECIPIENT_HEADERS = ['to', 'cc', 'delivered-to', 'x-original-to'] as const;
/** More recipients than this are not read; a mail to so many says nothing about one of them. */
const MAX_RECIPIENTS = 1000;
/** What a field counts for beside its value, in characters: many empty ones take time as well. */
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
    for (const address of addressesOf(value)) found.add(foldAddress(address));
  }
  return [...found].slice(0, MAX_RECIPIENTS);
}
