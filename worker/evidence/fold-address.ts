/** Gmail ignores dots in the local part, at both of its names. */
const DOTS_IGNORED = new Set(['gmail.com', 'googlemail.com']);

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
