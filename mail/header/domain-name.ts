import { textOf } from './binary-string.ts';

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
/** RFC 1035 2.3.4, without the octets for the root. */
const MAX_NAME = 253;

/** True for lower-case labels separated by dots. Underscores are allowed, since selectors contain them. */
export function isDomainName(name: string): boolean {
  return name.length <= MAX_NAME && name.split('.').every((label) => LABEL.test(label));
}

/**
 * Reads a domain name from a signature (a binary string): lower case, U-labels as A-labels (RFC 8616 3). Null when it
 * is not a domain name.
 */
export function readDomainName(binary: string): string | null {
  const text = textOf(binary);
  const name = /^[\u0021-\u007E]*$/.test(text) ? text.toLowerCase() : toAscii(text);
  return name !== null && isDomainName(name) ? name : null;
}

function toAscii(name: string): string | null {
  // The URL parser is the only IDNA implementation in every worker. Characters with a meaning in URLs must not reach
  // it.
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
