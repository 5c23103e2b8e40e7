import { decodeBase64 } from '../header/binary-string.ts';
import type { KeyType } from './signature.ts';
import { SignatureFault, quoted } from './verdict.ts';
import { readRsaKey } from './rsa-key.ts';
import { parseColonList, parseTagList } from '../header/tag-list.ts';

/** A key that a DKIM record holds (RFC 6376 3.6.1, RFC 8463 4). */
export interface DkimKey {
  type: KeyType;
  /** Modulus bits of an RSA key; 256 for Ed25519. */
  bits: number;
  /** The record's `t=s`: `i=` must be exactly `d=`. */
  strictIdentity: boolean;
  /** As WebCrypto imports it: SubjectPublicKeyInfo (RSA) or the 32 raw bytes (Ed25519). */
  material: Uint8Array<ArrayBuffer>;
}

/** RFC 8301 3.2: shorter RSA keys must not count as signed. */
export const MIN_RSA_BITS = 1024;
/** Verifying with a larger RSA key would cost too much; no sender uses one. */
const MAX_RSA_BITS = 8192;
/** Longest TXT record that is read, in characters. A record with a 4096-bit key has 740. */
const MAX_RECORD = 16 * 1024;

const unusable = (reason: string): SignatureFault => new SignatureFault('permerror', 'key-unusable', reason);

/**
 * Reads a DKIM TXT record. Refuses a record whose version is not DKIM1, that was revoked (empty `p=`), or that is meant
 * for another service (`s=`) or hash (`h=`). `v=` may stand anywhere, as many real records misplace it.
 */
export function readKeyRecord(record: string): DkimKey | SignatureFault {
  const tags = record.length > MAX_RECORD ? null : parseTagList(record);
  if (!tags) return unusable('The key record is not a list of tags');
  const version = tags.get('v');
  if (version !== undefined && version !== 'DKIM1')
    return unusable(`The key record's version is ${quoted(version)}`);
  const services = lowerList(tags.get('s') ?? '*');
  if (!services.includes('*') && !services.includes('email'))
    return unusable('The key is not meant for mail');
  const hashes = tags.get('h');
  if (hashes !== undefined && !lowerList(hashes).includes('sha256')) {
    return unusable('The key does not allow sha256');
  }
  const data = tags.get('p');
  if (data === undefined) return unusable('The key record holds no key');
  if (data === '') return unusable('The key was revoked');
  const bytes = decodeBase64(data);
  if (!bytes) return unusable('The key is not base64');
  const strictIdentity = lowerList(tags.get('t') ?? '').includes('s');

  const type = (tags.get('k') ?? 'rsa').toLowerCase();
  if (type === 'ed25519') {
    if (bytes.length !== 32) return unusable('The Ed25519 key has not 32 bytes');
    return { type, bits: 256, strictIdentity, material: bytes };
  }
  if (type !== 'rsa') return unusable(`Unknown key type ${quoted(type)}`);
  const key = readRsaKey(bytes);
  if (!key) return unusable('The RSA key is malformed');
  if (key.bits > MAX_RSA_BITS) return unusable('The RSA key is too large');
  return { type, bits: key.bits, strictIdentity, material: key.spki };
}

/**
 * The bytes that identify a record's key, however the record is written (base64 with white space, bare PKCS#1 or
 * SubjectPublicKeyInfo). For RSA this is the SubjectPublicKeyInfo (RFC 5280 4.1.2.7), for other keys their bytes. Empty
 * for a revocation; null for anything that is not a key record.
 */
export function keyMaterial(record: string): Uint8Array | null {
  const tags = parseTagList(record);
  const published = tags?.get('p');
  if (tags === null || published === undefined) return null;
  const bytes = decodeBase64(published) ?? new TextEncoder().encode(published);
  const isRsa = (tags.get('k') ?? 'rsa').toLowerCase() === 'rsa';
  return (isRsa ? readRsaKey(bytes)?.spki : null) ?? bytes;
}

function lowerList(value: string): string[] {
  return parseColonList(value).map((entry) => entry.toLowerCase());
}
