import { textOf } from './binary-string.ts';

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
/** RFC 1035 2.3.4, without the root's own octets. */
const MAX_NAME = 253;

/** True for one or more labels parted by dots, lower case. Underscores occur in selectors and are let through. */
export function isDomainName(name: string): boolean {
  return name.length <= MAX_NAME && name.split('.').every((label) => LABEL.test(label));
}

/**
 * A domain name as it stands in a signature (a binary string), in lower case with U-labels as A-labels
 * (RFC 8616 3); null when it is none.
 */
export function readDomainName(binary: string): string | null {
  const text = textOf(binary);
  const name = /^[\u0021-\u007E]*$/.test(text) ? text.toLowerCase() : toAscii(text);
  return name !== null && isDomainName(name) ? name : null;
}

function toAscii(name: string): string | null {
  // The URL parser is the one IDNA implementation that every worker has; it must not see an address' other parts.
  if (/[\s/\\?#@:%[\]]/.test(name)) return null;
  try {
    return new URL(`https://${name}`).hostname;
  } catch {
    return null;
  }
}

/** True when `name` is `domain` or lies below it. Both lower case. */
export function isWithin(name: string, domain: string): boolean {
  return name === domain || name.endsWith(`.${domain}`);
}
