/** Gmail ignores dots in the local part and treats both domains as the same mailbox. */
const GMAIL = 'gmail.com';
const GMAIL_NAMES = new Set([GMAIL, 'googlemail.com']);

/**
 * Folds an address so that two forms of the same mailbox are equal: lower case, no plus-tag, no dots at gmail.com, and
 * googlemail.com as gmail.com.
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
