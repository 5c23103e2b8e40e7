/**
 * Longest record that is kept, in bytes of UTF-8: a 4096-bit key takes 740, an 8192-bit key 1,430. The database
 * indexes names and records together, and an entry of that index holds at most 2,704 bytes (PostgreSQL, "B-Tree
 * indexes"), of which a name takes up to 253.
 */
export const MAX_RECORD_BYTES = 2_048;

/** PostgreSQL's text cannot hold NUL; no other control character but folding stands in a record (RFC 6376 3.2). */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;
const TAG = /^([A-Za-z][A-Za-z0-9_]*)[ \t\r\n]*=([^]*)$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;
const ED25519_BYTES = 32;
const DER_SEQUENCE = 0x30;

/**
 * What a TXT record says as a DKIM key record (RFC 6376 3.6.1, RFC 8463 4): that here is an RSA or Ed25519 key, that
 * the key was revoked (`p=` empty), or null when it is no such record. Wildcards let any TXT record (SPF, DMARC,
 * a site's verification) answer for a selector, so a record counts only when it holds the form of a key.
 */
export function readRecord(record: string): 'key' | 'revocation' | null {
  if (Buffer.byteLength(record) > MAX_RECORD_BYTES || CONTROL.test(record)) return null;
  const tags = readTags(record);
  if (tags === null || (tags.get('v') ?? 'DKIM1') !== 'DKIM1') return null;
  const data = tags.get('p')?.replaceAll(/[ \t\r\n]/g, '');
  if (data === undefined) return null;
  if (data === '') return 'revocation';
  if (!BASE64.test(data)) return null;
  const bytes = Buffer.from(data, 'base64');
  const type = (tags.get('k') ?? 'rsa').toLowerCase();
  if (type === 'ed25519') return bytes.length === ED25519_BYTES ? 'key' : null;
  return type === 'rsa' && isDerSequence(bytes) ? 'key' : null;
}

/** The tags of a list (RFC 6376 3.2); null when a part is no tag or a tag occurs twice. */
export function readTags(record: string): Map<string, string> | null {
  const tags = new Map<string, string>();
  for (const part of record.split(';').map((text) => text.trim())) {
    if (part === '') continue;
    const [, name, value] = TAG.exec(part) ?? [];
    if (name === undefined || value === undefined || tags.has(name)) return null;
    tags.set(name, value.trim());
  }
  return tags;
}

/**
 * Whether these bytes are one whole DER sequence, as a SubjectPublicKeyInfo and the bare RSAPublicKey of PKCS#1 are:
 * the RFC names one, the world publishes the other. What is in it is the verifier's to judge.
 */
function isDerSequence(bytes: Buffer): boolean {
  const [tag, first = 0] = bytes;
  // 0x81 and 0x82 announce a length of one or two octets (X.690 8.1.3.5).
  const octets = first === 0x81 || first === 0x82 ? first - 0x80 : 0;
  const header = 2 + octets;
  if (tag !== DER_SEQUENCE || bytes.length <= header || (octets === 0 && first >= 0x80)) return false;
  return bytes.length === header + (octets === 0 ? first : bytes.readUIntBE(2, octets));
}
