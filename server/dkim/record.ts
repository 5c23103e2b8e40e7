import { readRsaKey } from '../../mail/dkim/rsa-key.ts';
import { decodeBase64 } from '../../mail/header/binary-string.ts';
import { parseTagList } from '../../mail/header/tag-list.ts';

/**
 * Longest record that is kept, in bytes of UTF-8: a 4096-bit key takes 740, an 8192-bit key 1,430. The database has an
 * index on name and record. An entry of it holds at most 2,704 bytes (PostgreSQL, "B-Tree indexes"), of which a name
 * takes up to 253.
 */
export const MAX_RECORD_BYTES = 2_048;

/** PostgreSQL's text cannot hold NUL, and a record has no control characters except for folding (RFC 6376 3.2). */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;
const ED25519_BYTES = 32;

/**
 * What a TXT record is as a DKIM key record (RFC 6376 3.6.1, RFC 8463 4): an RSA or Ed25519 key, a revocation (`p=`
 * empty), or null for anything else. With a wildcard, any TXT record (SPF, DMARC, site verification) may answer for a
 * selector, so a record counts only if it has the form of a key. The verifier judges the purpose and strength of a key.
 */
export function readRecord(record: string): 'key' | 'revocation' | null {
  if (Buffer.byteLength(record) > MAX_RECORD_BYTES || CONTROL.test(record)) return null;
  const tags = parseTagList(record);
  if (tags === null || (tags.get('v') ?? 'DKIM1') !== 'DKIM1') return null;
  const data = tags.get('p');
  if (data === undefined) return null;
  if (data === '') return 'revocation';
  const bytes = decodeBase64(data);
  if (bytes === null) return null;
  const type = (tags.get('k') ?? 'rsa').toLowerCase();
  if (type === 'ed25519') return bytes.length === ED25519_BYTES ? 'key' : null;
  return type === 'rsa' && readRsaKey(bytes) !== null ? 'key' : null;
}
