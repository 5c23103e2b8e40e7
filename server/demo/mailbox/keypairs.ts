import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { KNOWN_PRIMES } from './known-primes.ts';
import type { PrimeDistances } from './known-primes.ts';
import { seededPrime } from './primes.ts';
import { seededBytes } from './random.ts';

const PUBLIC_EXPONENT = 65537n;
/** DER prefix of a PKCS#8 Ed25519 private key; the 32-byte seed follows (RFC 8410 section 7). */
const ED25519_PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * An RSA private key that is the same for the same label on every machine. For the demo mailbox only: who
 * knows the label knows the key.
 *
 * @param bits length of the modulus, a multiple of 16
 * @param known primes that need no search
 */
export function seededRsaKey(label: string, bits: number, known: PrimeDistances = KNOWN_PRIMES): KeyObject {
  const [toP, toQ] = known[label] ?? [];
  const p = seededPrime(`${label}/p`, bits / 2, PUBLIC_EXPONENT, toP);
  const q = seededPrime(`${label}/q`, bits / 2, PUBLIC_EXPONENT, toQ);
  const d = inverse(PUBLIC_EXPONENT, (p - 1n) * (q - 1n));
  return createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'RSA',
      n: base64url(p * q),
      e: base64url(PUBLIC_EXPONENT),
      d: base64url(d),
      p: base64url(p),
      q: base64url(q),
      dp: base64url(d % (p - 1n)),
      dq: base64url(d % (q - 1n)),
      qi: base64url(inverse(q, p)),
    },
  });
}

/** An Ed25519 private key whose 32-byte seed comes from the label. */
export function seededEd25519Key(label: string): KeyObject {
  const der = Buffer.concat([ED25519_PKCS8_PREFIX, seededBytes(label, 32)]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

/** The TXT record that publishes a key's public half (RFC 6376 section 3.6.1, RFC 8463 section 4). */
export function dkimRecord(privateKey: KeyObject): string {
  const publicKey = createPublicKey(privateKey);
  if (privateKey.asymmetricKeyType === 'ed25519') {
    const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
    return `v=DKIM1; k=ed25519; p=${raw.toString('base64')}`;
  }
  return `v=DKIM1; k=rsa; p=${publicKey.export({ format: 'der', type: 'spki' }).toString('base64')}`;
}

function inverse(value: bigint, modulus: bigint): bigint {
  let [r, nextR] = [modulus, value % modulus];
  let [t, nextT] = [0n, 1n];
  while (nextR !== 0n) {
    const quotient = r / nextR;
    [r, nextR] = [nextR, r - quotient * nextR];
    [t, nextT] = [nextT, t - quotient * nextT];
  }
  return t < 0n ? t + modulus : t;
}

function base64url(value: bigint): string {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex').toString('base64url');
}
