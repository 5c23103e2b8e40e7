/** Gmail ignores dots in the local part, and delivers to the same mailbox under both of its names. */
const GMAIL = 'gmail.com';
const GMAIL_NAMES = new Set([GMAIL, 'googlemail.com']);

/**
 * An address in the form in which two of the same mailbox are equal (DESIGN 5): lower case, without a
 * plus-tag, and without dots at gmail.com, which googlemail.com is as well.
 */
export function foldAddress(address: string): string {
  const lower = address.normalize('NFC').trim().toLowerCase();
  const at = lower.lastIndexOf('@');
  if (at < 0) return lower;
  const written = lower.slice(at + 1);
  const domain = GMAIL_NAMES.has(written) ? GMAIL : written;
  const plus = lower.indexOf('+');
  let local = lower.slice(0, plus > 0 && plus < at ? plus : at);
  if (domain === GMAIL) local = local.replaceAll('.', '');
  return `${local}@${domain}`;
}
