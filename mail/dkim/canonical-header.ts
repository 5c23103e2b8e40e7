import type { HeaderField } from '../header/raw-mail.ts';

export type Canonicalization = 'simple' | 'relaxed';

/** A header field in canonical form, without its line end (RFC 6376 3.4.1, 3.4.2). Binary strings. */
export function canonicalField(line: string, method: Canonicalization): string {
  if (method === 'simple') return line;
  const colon = line.indexOf(':');
  const name = line
    .slice(0, colon)
    .replaceAll(/[ \t]+/g, '')
    .toLowerCase();
  const value = line
    .slice(colon + 1)
    .replaceAll('\r\n', '')
    .replaceAll(/[ \t]+/g, ' ');
  const from = value.startsWith(' ') ? 1 : 0;
  const to = value.length > from && value.endsWith(' ') ? -1 : undefined;
  return `${name}:${value.slice(from, to)}`;
}

/**
 * A DKIM-Signature field with an empty `b=` (RFC 6376 3.7): everything between the equals sign and the next semicolon
 * is removed, white space included. No tag's value holds a semicolon, so splitting at semicolons is safe.
 */
export function withoutSignature(line: string): string {
  const colon = line.indexOf(':');
  const tags = line
    .slice(colon + 1)
    .split(';')
    .map((tag) => (/^[ \t\r\n]*b[ \t\r\n]*=/.test(tag) ? tag.slice(0, tag.indexOf('=') + 1) : tag));
  return `${line.slice(0, colon + 1)}${tags.join(';')}`;
}

/**
 * The header text that a signature covers (RFC 6376 3.7, 5.4.2): the fields named in `h=`, then the signature's own
 * field with an empty `b=` and no line end. Each repeated name takes the next instance from the bottom. A name without
 * an instance adds nothing.
 *
 * @param fields all fields of the mail, from top to bottom
 * @param own the DKIM-Signature field that is being checked; `h=` cannot name it
 * @param signedHeaders the names of `h=`, lower case, in order
 * @returns a binary string
 */
export function signedHeaderText(
  fields: readonly HeaderField[],
  own: HeaderField,
  signedHeaders: readonly string[],
  method: Canonicalization,
): string {
  const wanted = new Set(signedHeaders);
  const instances = new Map<string, string[]>();
  for (const field of fields) {
    if (field === own || !wanted.has(field.name)) continue;
    const lines = instances.get(field.name);
    if (lines) lines.push(field.line);
    else instances.set(field.name, [field.line]);
  }
  let text = '';
  for (const name of signedHeaders) {
    const line = instances.get(name)?.pop();
    if (line !== undefined) text += `${canonicalField(line, method)}\r\n`;
  }
  return text + canonicalField(withoutSignature(own.line), method);
}
