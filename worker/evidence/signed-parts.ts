import { recipients } from '../../mail/header/addresses.ts';
import { MIME_HEADERS } from '../../mail/mime/input.ts';
import type { HeaderField } from '../../mail/header/raw-mail.ts';

/**
 * The fields of a name that a signature covers: as many as `h=` mentions it, from the bottom of the header (RFC 6376
 * 5.4.2). What stands above them was put there by somebody else. A mention without a field keeps others from adding
 * one.
 *
 * @param fields all fields of the mail, from top to bottom
 * @param signedHeaders the names of `h=`, lower case
 */
function coveredFields(
  fields: readonly HeaderField[],
  signedHeaders: readonly string[],
  name: string,
): HeaderField[] {
  const mentions = signedHeaders.filter((mentioned) => mentioned === name).length;
  return mentions === 0 ? [] : fields.filter((field) => field.name === name).slice(-mentions);
}

/** True when a header stands there exactly once, and is signed. */
export function isSignedOnce(
  fields: readonly HeaderField[],
  signedHeaders: readonly string[],
  name: string,
): boolean {
  return signedHeaders.includes(name) && fields.filter((field) => field.name === name).length === 1;
}

/**
 * True when the signer says how the body is to be read: each MIME header that the mail has is signed and stands there
 * once. A body that is signed byte for byte says something else under another boundary, type or encoding.
 */
export function bodyReadsAsSigned(fields: readonly HeaderField[], signedHeaders: readonly string[]): boolean {
  const standing = new Set(fields.map(({ name }) => name).filter((name) => MIME_HEADERS.has(name)));
  return [...standing].every((name) => isSignedOnce(fields, signedHeaders, name));
}

/** The folded addresses of the signed To and Cc. */
export function signedRecipients(fields: readonly HeaderField[], signedHeaders: readonly string[]): string[] {
  return recipients(['to', 'cc'].flatMap((name) => coveredFields(fields, signedHeaders, name)));
}
