/** Numbers, sizes and durations in words. */

/** `2136` → `2,136`. */
export function count(value: number): string {
  return value.toLocaleString('en');
}

/** `count(1, 'mail')` → `1 mail`; more of them take an s. */
export function countOf(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
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
  return `${amount.toFixed(digits)} ${SIZES[unit] ?? ''}`;
}

/** A time, rounded so that it does not flicker: `a few seconds`, `about 40 seconds`, `about 3 minutes`. */
export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return seconds < 10 ? 'a few seconds' : `about ${rounded(seconds)}`;
}

function rounded(seconds: number): string {
  if (seconds < 55) return `${Math.ceil(seconds / 10) * 10} seconds`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return minutes === 1 ? 'a minute' : `${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? 'an hour' : `${hours} hours`;
}

/** `['a', 'b', 'c']` → `a, b and c`. */
export function listOf(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
