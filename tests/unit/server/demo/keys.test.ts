import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { CATALOG, signerDomains } from '../../../../catalog/index.ts';
import { DEMO_SEED } from '../../../../server/demo/mailbox/demo-case.ts';
import { KEY_NAMES, createKeyring, publishedDomains } from '../../../../server/demo/mailbox/keyring.ts';
import { dkimRecord, seededEd25519Key, seededRsaKey } from '../../../../server/demo/mailbox/keypairs.ts';
import { KNOWN_PRIMES } from '../../../../server/demo/mailbox/known-primes.ts';
import { createRandom, seededBytes } from '../../../../server/demo/mailbox/random.ts';

describe('keys made from a seed', () => {
  test.each([768, 1024, 2048])('RSA %i is a key of that size that signs and verifies', (bits) => {
    const key = seededRsaKey('a', bits);
    expect(key.asymmetricKeyDetails?.modulusLength).toBe(bits);
    const signature = sign('sha256', Buffer.from('text'), key);
    expect(verify('sha256', Buffer.from('text'), createPublicKey(key), signature)).toBe(true);
  });

  test('the same label gives the same key, another label another', () => {
    expect(dkimRecord(seededRsaKey('a', 1024))).toBe(dkimRecord(seededRsaKey('a', 1024)));
    expect(dkimRecord(seededRsaKey('a', 1024))).not.toBe(dkimRecord(seededRsaKey('b', 1024)));
    expect(dkimRecord(seededEd25519Key('a'))).toBe(dkimRecord(seededEd25519Key('a')));
    expect(dkimRecord(seededEd25519Key('a'))).not.toBe(dkimRecord(seededEd25519Key('b')));
  });

  test('records are those of RFC 6376 and RFC 8463', () => {
    expect(dkimRecord(seededRsaKey('a', 1024))).toMatch(/^v=DKIM1; k=rsa; p=MIGfMA0[\w+/]+=*$/);
    expect(dkimRecord(seededEd25519Key('a'))).toMatch(/^v=DKIM1; k=ed25519; p=[\w+/]{43}=$/);
  });
});

describe('the keyring', () => {
  test('publishes the same records for the same seed and others for another', () => {
    const records = (seed: string) => createKeyring(seed).published('devcon.org');
    expect(records('one')).toEqual(records('one'));
    expect(records('one')).not.toEqual(records('two'));
  });

  test.each(KEY_NAMES)('knows of the demo’s key %s what a search finds', (name) => {
    const { pem, privateKey } = createKeyring(DEMO_SEED).signingKey(name);
    expect(pem).toBe(createKeyring(DEMO_SEED, {}).signingKey(name).pem);
    expect(createPrivateKey(pem).equals(privateKey)).toBe(true);
  });

  test('needs no search for the demo’s keys', () => {
    const keyring = createKeyring(DEMO_SEED);
    const searched = KEY_NAMES.map((name) => keyring.signingKey(name))
      .filter(({ privateKey }) => privateKey.asymmetricKeyType === 'rsa')
      .map(({ domain, selector }) => `${DEMO_SEED}/dkim/${selector}.${domain}`);
    expect(Object.keys(KNOWN_PRIMES).toSorted()).toEqual(searched.toSorted());
  });

  test('publishes revoked keys without a key, and absent ones not at all', () => {
    const keyring = createKeyring('one');
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

  test('names only signer domains of the catalog, but for one subdomain that is none', () => {
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

  test('gives bytes that do not depend on how many are asked for', () => {
    expect(seededBytes('x', 200).subarray(0, 70)).toEqual(seededBytes('x', 70));
  });

  test('refuses to choose from nothing', () => {
    expect(() => createRandom('x').pick([])).toThrow(RangeError);
  });
});
