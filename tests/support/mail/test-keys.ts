import { type KeyObject, generateKeyPairSync } from 'node:crypto';

/** A key pair and the TXT record that publishes it. */
export interface TestKey {
  privateKey: KeyObject;
  /** PEM, as mailauth takes it. */
  pem: string;
  /** Base64 of the published key. */
  published: string;
  record: string;
}

function rsa(modulusLength: number): TestKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength });
  const published = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  return { privateKey, pem: pem(privateKey), published, record: `v=DKIM1; k=rsa; p=${published}` };
}

/** Another key, for tests that need many. */
export const newRsaKey = (): TestKey => rsa(1024);

function ed25519(): TestKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const published = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64');
  return { privateKey, pem: pem(privateKey), published, record: `v=DKIM1; k=ed25519; p=${published}` };
}

function pem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

export const RSA_2048 = rsa(2048);
export const RSA_1024 = rsa(1024);
export const RSA_512 = rsa(512);
export const ED25519 = ed25519();
export const OTHER_RSA = rsa(1024);

/** The same RSA key as the bare RSAPublicKey of PKCS#1. */
export function barePkcs1(key: TestKey): string {
  const der = Buffer.from(key.published, 'base64');
  // A SubjectPublicKeyInfo ends with the key inside a bit string; its sequence begins after 24 bytes (2048 bits)
  // or 22 (1024 bits).
  const start = der.indexOf(Buffer.from([0x00, 0x30])) + 1;
  return der.subarray(start).toString('base64');
}
