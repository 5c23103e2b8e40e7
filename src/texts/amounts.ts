/** Numbers, sizes and durations in words. */
import { language, textsOf } from '../language/language.ts';
import { durationTexts, listingTexts, nounTexts, sizeTexts } from './en/amounts.ts';

/** `2136` → `2,136`. */
export function count(value: number): string {
  return value.toLocaleString(language.get());
}

/** What can be counted. */
export type Noun = keyof ReturnType<typeof nounTexts.get>;

/** `countOf(1, 'mail')` → `1 mail`, `countOf(2, 'mail')` → `2 mails`. */
export function countOf(value: number, noun: Noun): string {
  return textsOf(nounTexts)[noun](value);
}

const SIZES = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** Bytes in decimal units, with two significant digits under ten: `412 MB`, `2.1 GB`. */
export function bytes(value: number): string {
  let amount = value;
  let unit = 0;
  while (amount >= 1000 && unit < SIZES.length - 1) {
    amount /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && amount < 10 ? 1 : 0;
  const written = amount.toLocaleString(language.get(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return textsOf(sizeTexts)[SIZES[unit] ?? 'TB']({ amount: written });
}

/** A time, rounded so that it does not flicker: `a few seconds`, `about 40 seconds`, `about 3 minutes`. */
export function duration(milliseconds: number): string {
  const texts = textsOf(durationTexts);
  const seconds = milliseconds / 1000;
  if (seconds < 10) return texts.few;
  if (seconds < 55) return texts.seconds(Math.ceil(seconds / 10) * 10);
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? texts.minutes(minutes) : texts.hours(Math.ceil(minutes / 60));
}

/** `['a', 'b', 'c']` → `a, b and c`. */
export function listOf(words: readonly string[], joint: 'and' | 'or' = 'and'): string {
  const texts = textsOf(listingTexts);
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : texts[joint]({ first: words.slice(0, -1).join(texts.comma), last });
}
