import { sha256 } from '@noble/hashes/sha2.js';
import type { DkimKey } from './key-record.ts';

type PublicKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Imported keys that are kept for the next mail of the same sender. A scan meets a few dozen. */
const MAX_IMPORTED = 128;
const imported = new Map<string, Promise<PublicKey | null>>();

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
const ED25519 = { name: 'Ed25519' };

/** The WebCrypto key; null when this platform cannot import it (an Ed25519 key in an old browser). */
export function importKey(key: DkimKey): Promise<PublicKey | null> {
  const id = `${key.type}:${key.material.join()}`;
  const known = imported.get(id);
  if (known) return known;
  const fresh = tryImport(key);
  const oldest = imported.size >= MAX_IMPORTED ? imported.keys().next().value : undefined;
  if (oldest !== undefined) imported.delete(oldest);
  imported.set(id, fresh);
  return fresh;
}

async function tryImport({ type, material }: DkimKey): Promise<PublicKey | null> {
  try {
    return type === 'rsa'
      ? await crypto.subtle.importKey('spki', material, RSA, false, ['verify'])
      : await crypto.subtle.importKey('raw', material, ED25519, false, ['verify']);
  } catch {
    return null;
  }
}

/**
 * Checks a signature over canonical header bytes: RSASSA-PKCS1-v1_5 with SHA-256 (RFC 6376 3.3.2), or Ed25519
 * over their SHA-256 (RFC 8463 3).
 */
export async function checkSignature(
  key: PublicKey,
  type: DkimKey['type'],
  signature: Uint8Array<ArrayBuffer>,
  data: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  try {
    return type === 'rsa'
      ? await crypto.subtle.verify(RSA.name, key, signature, data)
      : await crypto.subtle.verify(ED25519.name, key, signature, new Uint8Array(sha256(data)));
  } catch {
    return false;
  }
}
