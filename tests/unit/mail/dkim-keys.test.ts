/** The records that publish keys (RFC 6376 3.6.1, 3.6.2; RFC 8301; RFC 8463). */
import { domainToASCII } from 'node:url';
import { describe, expect, test } from 'vitest';
import { verifyDkim } from '../../../mail/dkim/verify.ts';
import { record, sign, statusOf, verify } from './dkim-setting.ts';
import { bytes } from '../../support/mail/reference-signer.ts';
import { ED25519, OTHER_RSA, RSA_1024, RSA_2048, RSA_512, barePkcs1 } from '../../support/mail/test-keys.ts';

describe('keys', () => {
  test.each([
    ['a bare PKCS#1 key', () => `v=DKIM1; p=${barePkcs1(RSA_1024)}`, 'pass'],
    [
      'folding white space in the key',
      () => record('v=DKIM1; k=rsa').replace(/p=(.{40})/, 'p= $1 \t '),
      'pass',
    ],
    [
      'tabs, spaces and line ends around its tags',
      () => record(' v\t=\tDKIM1 ;\r\n\tk = rsa\t; n = '),
      'pass',
    ],
    ['tags that nobody knows', () => record('v=DKIM1; g=*; zz=1'), 'pass'],
    ['its version at the end', () => `${record('k=rsa')}; v=DKIM1`, 'pass'],
    ['types and services in capitals', () => record('v=DKIM1; k=RSA; s=EMAIL; h=SHA256'), 'pass'],
    ['a version in small letters', () => record('v=dkim1'), `permerror: The key record's version is "dkim1"`],
    ['a tag twice', () => record('k=rsa; k=rsa'), 'permerror: The key record is not a list of tags'],
    ['words', () => 'devcon verification 123', 'permerror: The key record is not a list of tags'],
    ['a revoked key with spaces', () => 'v=DKIM1; k=rsa; p= \t', 'permerror: The key was revoked'],
    ['no version and no type', () => record('n=note'), 'pass'],
    ['a closing semicolon', () => `${RSA_1024.record};`, 'pass'],
    ['h=sha256', () => record('v=DKIM1; h=sha1:sha256'), 'pass'],
    ['h=sha1', () => record('v=DKIM1; h=sha1'), 'permerror: The key does not allow sha256'],
    ['s=email', () => record('v=DKIM1; s=tlsrpt:email'), 'pass'],
    ['s=*', () => record('v=DKIM1; s=*'), 'pass'],
    ['another service', () => record('v=DKIM1; s=tlsrpt'), 'permerror: The key is not meant for mail'],
    ['t=y', () => record('v=DKIM1; t=y'), 'pass'],
    ['another type', () => record('v=DKIM1; k=dsa'), 'permerror: Unknown key type "dsa"'],
    ['a revoked key', () => 'v=DKIM1; p=', 'permerror: The key was revoked'],
    ['no key', () => 'v=DKIM1; k=rsa', 'permerror: The key record holds no key'],
    ['another version', () => record('v=DKIM2'), `permerror: The key record's version is "DKIM2"`],
    ['an SPF record', () => 'v=spf1 -all', `permerror: The key record's version is "spf1 -all"`],
    ['no base64', () => 'p=%%', 'permerror: The key is not base64'],
    ['no key in the base64', () => 'p=AAAA', 'permerror: The RSA key is malformed'],
    ['a cut key', () => `p=${RSA_1024.published.slice(0, 80)}`, 'permerror: The RSA key is malformed'],
    ['another key', () => OTHER_RSA.record, 'fail: The signature does not match the headers'],
    ['an Ed25519 key', () => ED25519.record, 'permerror: The key is ed25519, the signature rsa'],
    [
      'an Ed25519 key of wrong size',
      () => 'k=ed25519; p=AAAA',
      'permerror: The Ed25519 key has not 32 bytes',
    ],
    ['a huge record', () => `p=${'A'.repeat(100_000)}`, 'permerror: The key record is not a list of tags'],
  ])('%s', async (_, published, status) => {
    expect(await statusOf(sign(), [published()])).toBe(status);
  });

  test('RSA keys count from 1024 bits; policy refuses smaller ones', async () => {
    for (const { privateKey, record: published } of [RSA_1024, RSA_2048]) {
      expect(await statusOf(sign({ key: privateKey }), [published])).toBe('pass');
    }
    const [result] = await verify(sign({ key: RSA_512.privateKey }), [RSA_512.record]);
    expect(result).toMatchObject({ status: 'policy', keyBits: 512 });
  });

  test('Ed25519 signs the hash of the header (RFC 8463)', async () => {
    const signed = sign({ key: ED25519.privateKey });
    expect((await verify(signed, [ED25519.record]))[0]).toMatchObject({ status: 'pass', keyBits: 256 });
    expect(await statusOf(signed.replace('robin@', 'bobin@'), [ED25519.record])).toMatch(/^fail/);
    expect(await statusOf(signed, [RSA_1024.record])).toBe(
      'permerror: The key is rsa, the signature ed25519',
    );
  });

  test('any of several records may verify', async () => {
    const signed = sign();
    expect(await statusOf(signed, ['v=spf1 -all', OTHER_RSA.record, RSA_1024.record])).toBe('pass');
    expect(await statusOf(signed, [OTHER_RSA.record, 'v=DKIM1; p='])).toBe(
      'fail: The signature does not match the headers',
    );
  });

  test('of several records that do not verify, the closest is reported, wherever it stands', async () => {
    const byNearness = [OTHER_RSA.record, RSA_512.record, 'v=DKIM1; p='];
    const reasons = ['fail', 'policy', 'permerror'];
    for (const [nearest, status] of reasons.entries()) {
      const records = byNearness.slice(nearest);
      for (const order of [records, records.toReversed()]) {
        expect((await verify(sign(), order))[0]?.status).toBe(status);
      }
    }
  });

  test('the sixty-fourth record is tried, the sixty-fifth is not', async () => {
    const wrong = Array.from({ length: 63 }, () => OTHER_RSA.record);
    expect(await statusOf(sign(), [...wrong, RSA_1024.record])).toBe('pass');
    expect(await statusOf(sign(), [OTHER_RSA.record, ...wrong, RSA_1024.record])).toMatch(/^fail/);
  });

  test('a missing record is a permanent error, and a failed look-up a temporary one', async () => {
    expect(await statusOf(sign(), [])).toBe('permerror: There is no key for this signature');
    const [result] = await verifyDkim(bytes(sign()), () => Promise.reject(new Error('offline')));
    expect(result).toMatchObject({ status: 'temperror', keyBits: 0 });
  });

  test('the key is looked up under its name in lower case', async () => {
    const asked: string[] = [];
    const lookup = (name: string): Promise<string[]> => {
      asked.push(name);
      return Promise.resolve([RSA_1024.record]);
    };
    const signed = sign({ tags: { d: 'DevCon.org', s: 'Test' } });
    expect((await verifyDkim(bytes(signed), lookup))[0]).toMatchObject({
      status: 'pass',
      domain: 'devcon.org',
    });
    expect(asked).toEqual(['test._domainkey.devcon.org']);
  });

  test('an internationalised selector is looked up in ASCII, and counts in that form only (RFC 8616)', async () => {
    const s = Buffer.from('prüf', 'utf8').toString('latin1');
    const asked: string[] = [];
    const results = await verifyDkim(bytes(sign({ tags: { s } })), (name) => {
      asked.push(name);
      return Promise.resolve([RSA_1024.record]);
    });
    const ascii = domainToASCII('prüf');
    expect(results[0]).toMatchObject({ status: 'pass', selector: ascii });
    expect(asked).toEqual([`${ascii}._domainkey.devcon.org`]);
  });

  test('an internationalised domain is looked up in ASCII (RFC 8616)', async () => {
    const d = Buffer.from('Konferenz-München.example', 'utf8').toString('latin1');
    const ascii = domainToASCII('konferenz-münchen.example');
    const results = await verifyDkim(bytes(sign({ tags: { d } })), (name) =>
      Promise.resolve(name === `test._domainkey.${ascii}` ? [RSA_1024.record] : []),
    );
    expect(results[0]).toMatchObject({ status: 'pass', domain: ascii });
  });
});
