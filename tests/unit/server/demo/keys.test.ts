import { createPublicKey, sign, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { CATALOG, signerDomains } from '../../../../catalog/index.ts';
import { KEY_NAMES, createKeyring, publishedDomains } from '../../../../server/demo/mailbox/keyring.ts';
import { createRandom, seededBytes } from '../../../../server/demo/mailbox/random.ts';

describe('the keyring', () => {
  const keyring = createKeyring();

  test.each(KEY_NAMES)('signs with the key %s, whose record verifies', (name) => {
    const { privateKey, pem } = keyring.signingKey(name);
    const algorithm = privateKey.asymmetricKeyType === 'rsa' ? 'sha256' : null;
    const signature = sign(algorithm, Buffer.from('text'), pem);
    expect(verify(algorithm, Buffer.from('text'), createPublicKey(privateKey), signature)).toBe(true);
  });

  test('has keys of every size that affects a verdict', () => {
    const sizes = KEY_NAMES.map((name) => keyring.signingKey(name).privateKey.asymmetricKeyDetails);
    expect(new Set(sizes.map((details) => details?.modulusLength))).toEqual(
      new Set([2048, 1024, 768, undefined]),
    );
  });

  test('publishes the records of RFC 6376 and RFC 8463', () => {
    const record = (domain: string) => keyring.published(domain)[0]?.record;
    expect(record('zksummit.com')).toMatch(/^v=DKIM1; k=rsa; p=MIGfMA0[\w+/]+=*$/);
    expect(record('sigsing.com')).toMatch(/^v=DKIM1; k=ed25519; p=[\w+/]{43}=$/);
    expect(record('pretix.eu')).toMatch(/^v=DKIM1; k=rsa; t=s; p=MIIB[\w+/]+=*$/);
  });

  test('publishes revoked keys with an empty key, and absent ones not at all', () => {
    expect(keyring.published('zuzalu.org').map(({ name, record }) => [name, record.endsWith('p=')])).toEqual([
      ['demo2023._domainkey.zuzalu.org', false],
      ['demo2022._domainkey.zuzalu.org', true],
    ]);
    expect(keyring.published('devcon.org').map(({ name }) => name)).toEqual([
      'demo2024._domainkey.devcon.org',
      'demo2024ed._domainkey.devcon.org',
      'demo2021._domainkey.devcon.org',
    ]);
    expect(keyring.published('bulk.mailout.example')).toEqual([]);
    expect(keyring.published('example.org')).toEqual([]);
  });

  test('names only signer domains of the catalog, and one subdomain that is not a signer', () => {
    const signers = new Set(signerDomains(CATALOG));
    expect(publishedDomains().filter((domain) => !signers.has(domain))).toEqual(['mail.devcon.org']);
  });
});

describe('the seeded generator', () => {
  test('repeats itself, stays in range, and reaches both ends', () => {
    const [one, two] = [createRandom('x'), createRandom('x')];
    const values = Array.from({ length: 2000 }, () => one.between(-3, 3));
    expect(values).toEqual(Array.from({ length: 2000 }, () => two.between(-3, 3)));
    expect(new Set(values)).toEqual(new Set([-3, -2, -1, 0, 1, 2, 3]));
  });

  test('gives the same bytes in pieces of any length', () => {
    expect(seededBytes('x', 200).subarray(0, 70)).toEqual(seededBytes('x', 70));
  });

  test('refuses to choose from nothing', () => {
    expect(() => createRandom('x').pick([])).toThrow(RangeError);
  });
});
