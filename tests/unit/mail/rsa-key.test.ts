import { createPublicKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readRsaKey } from '../../../mail/dkim/rsa-key.ts';
import { OTHER_RSA, RSA_1024, RSA_2048, RSA_512, barePkcs1 } from '../../support/mail/test-keys.ts';

const der = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, 'base64'));
const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'));

test.each([
  [512, RSA_512],
  [1024, RSA_1024],
  [1024, OTHER_RSA],
  [2048, RSA_2048],
])('a key of %d bits is read alike from both forms', (bits, key) => {
  const spki = der(key.published);
  expect(readRsaKey(spki)).toEqual({ bits, spki });
  expect(readRsaKey(der(barePkcs1(key)))).toEqual({ bits, spki });
});

test('the size is that of the modulus, without leading zeros', () => {
  for (const [modulus, bits] of [
    ['02 01 01', 1],
    ['02 01 7f', 7],
    ['02 02 00 80', 8],
    ['02 03 00 01 00', 9],
    ['02 82 00 02 00 ff', 8],
  ] as const) {
    const content = hex(`${modulus} 02 01 03`);
    expect(readRsaKey(new Uint8Array([0x30, content.length, ...content]))?.bits).toBe(bits);
  }
});

test('a bare key is converted as OpenSSL converts it', () => {
  const { spki } = readRsaKey(der(barePkcs1(RSA_2048))) ?? {};
  const pkcs1 = Buffer.from(barePkcs1(RSA_2048), 'base64');
  const theirs = createPublicKey({ key: pkcs1, format: 'der', type: 'pkcs1' });
  expect(Buffer.from(spki ?? [])).toEqual(theirs.export({ format: 'der', type: 'spki' }));
});

test('converted keys of any length are read like the originals', () => {
  for (let length = 90; length < 280; length += 1) {
    const modulus = [0x02, 0x82, length >> 8, length & 0xff, ...Array.from({ length }, () => 0x5a)];
    const content = [...modulus, 0x02, 0x01, 0x03];
    const bare = new Uint8Array([0x30, 0x82, content.length >> 8, content.length & 0xff, ...content]);
    const key = readRsaKey(bare);
    expect(key?.bits).toBe(length * 8 - 1);
    expect(readRsaKey(key?.spki ?? new Uint8Array())).toEqual(key);
  }
});

describe('a value is not a key', () => {
  test.each([
    ['nothing', ''],
    ['one byte', '30'],
    ['an empty sequence', '30 00'],
    ['an integer alone', '02 01 03'],
    ['a modulus without an exponent', '30 03 02 01 03'],
    ['an empty exponent', '30 05 02 01 03 02 00'],
    ['a third integer', '30 09 02 01 03 02 01 03 02 01 03'],
    ['bytes after the key', '30 06 02 01 03 02 01 03 00'],
    ['a modulus of zero', '30 06 02 01 00 02 01 03'],
    ['a negative modulus', '30 06 02 01 80 02 01 03'],
    ['an empty modulus', '30 05 02 00 02 01 03'],
    ['a length beyond the end', '30 07 02 01 03 02 01 03'],
    ['a length of no definite form', '30 80 02 01 03 02 01 03 00 00'],
    ['a length of three octets', '30 83 00 00 06 02 01 03 02 01 03'],
    ['a length that is cut off', '30 82 01'],
    ['a key of another kind', '30 15 30 07 06 05 2b 81 04 00 0a 03 0a 00 30 07 02 01 03 02 02 01 03'],
    [
      'a bit string with spare bits',
      '30 1a 30 0d 06 09 2a 86 48 86 f7 0d 01 01 01 05 00 03 09 01 30 06 02 01 03 02 01 03',
    ],
  ])('%s', (_, bytes) => {
    expect(readRsaKey(hex(bytes))).toBeNull();
  });

  test('when it is a key cut short at any place', () => {
    for (const whole of [der(RSA_512.published), der(barePkcs1(RSA_512))]) {
      for (let length = 0; length < whole.length; length += 1) {
        expect(readRsaKey(whole.subarray(0, length))).toBeNull();
      }
    }
  });

  test('while the intact key is one, unless its bit string has spare bits', () => {
    const bytes = '30 1a 30 0d 06 09 2a 86 48 86 f7 0d 01 01 01 05 00 03 09 00 30 06 02 01 03 02 01 03';
    expect(readRsaKey(hex(bytes))?.bits).toBe(2);
  });
});
