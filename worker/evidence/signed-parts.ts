import { binaryString } from '../../mail/header/binary-string.ts';
import { recipients } from '../../mail/header/addresses.ts';
import { MIME_HEADERS } from '../../mail/mime/input.ts';
import { firstText, type HeaderField, type RawMail } from '../../mail/header/raw-mail.ts';
import { MAX_TEXT_BYTES } from '../../mail/mime/text-limit.ts';

/**
 * The fields of a name that a signature covers: as many as `h=` mentions, from the bottom of the header (RFC 6376
 * 5.4.2). Fields above them were added by somebody else. A mention without a field prevents adding one.
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

/** True when a header occurs exactly once and is signed. */
export function isSignedOnce(
  fields: readonly HeaderField[],
  signedHeaders: readonly string[],
  name: string,
): boolean {
  return signedHeaders.includes(name) && fields.filter((field) => field.name === name).length === 1;
}

/**
 * True when the signer determines how the body is read: each MIME header in the mail is signed and occurs once. Under
 * another boundary, type or encoding, the same signed bytes could say something else. A header that is neither present
 * nor mentioned in `h=` may have been removed; then the body counts only if it reads the same with and without it.
 */
export function bodyReadsAsSigned(
  { fields, body }: Pick<RawMail, 'fields' | 'body'>,
  signedHeaders: readonly string[],
): boolean {
  const standing = new Set(fields.map(({ name }) => name).filter((name) => MIME_HEADERS.has(name)));
  if (![...standing].every((name) => isSignedOnce(fields, signedHeaders, name))) return false;
  const isOpen = (name: string): boolean => !standing.has(name) && !signedHeaders.includes(name);
  if (!isOpen('content-type') && !isOpen('content-transfer-encoding')) return true;
  // The parts of a multipart body have their own encoding, which is signed.
  if (/^multipart\//i.test(firstText(fields, 'content-type') ?? '')) return true;
  const text = binaryString(body.subarray(0, MAX_TEXT_BYTES));
  return (
    !(isOpen('content-type') && STRUCTURE.test(text)) &&
    !(isOpen('content-transfer-encoding') && mayBeQuotedPrintable(text))
  );
}

/** Signs of a multipart or HTML body that plain text lacks: a delimiter, a tag. */
const STRUCTURE = /^--\S|<[a-z!/?]/im;

/**
 * Whether quoted-printable (RFC 2045 6.7) would change this text and is valid for all of it: each equals sign begins an
 * encoded byte or ends a line. Base64 contains no words that could attest anything.
 */
function mayBeQuotedPrintable(text: string): boolean {
  let at = text.indexOf('=');
  if (at < 0) return false;
  for (; at >= 0; at = text.indexOf('=', at + 1)) {
    if (!/^(?:[\dA-F]{2}|[ \t]*\r?\n|$)/i.test(text.slice(at + 1, at + 1 + LONGEST_ESCAPE))) return false;
  }
  return true;
}

/** How much is examined after an equals sign, in characters; a line end may be preceded by white space. */
const LONGEST_ESCAPE = 80;

/** The folded addresses of the signed To and Cc. */
export function signedRecipients(fields: readonly HeaderField[], signedHeaders: readonly string[]): string[] {
  return recipients(['to', 'cc'].flatMap((name) => coveredFields(fields, signedHeaders, name)));
}
