import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_RECORD_BYTES, readRecord } from '../../../server/dkim/record.ts';
import { readKeyRecord } from '../../../mail/dkim/key-record.ts';
import { ED25519, RSA_1024, RSA_2048, RSA_512, barePkcs1 } from '../../support/mail/test-keys.ts';

const { published } = RSA_2048;

describe('a DKIM record', () => {
  it.each([
    ['an RSA key', RSA_2048.record],
    ['an Ed25519 key', ED25519.record],
    ['a key that is too short to verify', RSA_512.record],
    ['the bare key of PKCS#1', `v=DKIM1; p=${barePkcs1(RSA_1024)}`],
    ['nothing but the key', `p=${published}`],
    ['tags around it, an unknown one too', ` k = rsa ;; t=s:y ; n=a note; zz=1; p = ${published} ; v=DKIM1;`],
    [
      'folded base64',
      `v=DKIM1; p=${published.slice(0, 70)} ${published.slice(70, 140)}\r\n\t${published.slice(140)}`,
    ],
    ['letters beyond ASCII in its note', `v=DKIM1; n=Gr\u00FC\u00DFe; p=${published}`],
    ['base64 without its padding', `v=DKIM1; k=ed25519; p=${ED25519.published.replace(/=+$/, '')}`],
  ])('is a key: %s', (_name, record) => {
    expect(readRecord(record)).toBe('key');
  });

  it('of 8192 bits fits', () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 8192 });
    const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    expect(readRecord(`v=DKIM1; k=rsa; p=${key}`)).toBe('key');
  });

  it.each(['p=', 'v=DKIM1; p=', 'v=DKIM1; k=rsa; p= ; t=s', 'v=DKIM1;\tp=\r\n ', 'k=ed25519; p='])(
    'is a revocation when its p= is empty: %j',
    (record) => {
      expect(readRecord(record)).toBe('revocation');
    },
  );

  it.each([
    ['no tag list', 'MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQ'],
    ['no key', 'v=DKIM1; k=rsa'],
    ['nothing', ''],
    ['SPF', 'v=spf1 ip4:192.0.2.1 -all'],
    ['DMARC', 'v=DMARC1; p=reject'],
    ['another version', `v=DKIM10; p=${published}`],
    ['another version, revoked', 'v=DKIM2; p='],
    ['a tag twice', `p=${published}; p=`],
    ['another kind of key', `k=dsa; p=${published}`],
    ['an Ed25519 key that is an RSA key', `k=ed25519; p=${published}`],
    ['an RSA key that is an Ed25519 key', `k=rsa; p=${ED25519.published}`],
    ['half a key', `p=${published.slice(0, 200)}`],
    ['whole DER that is no sequence', 'p=BAIBAg=='],
    ['an empty sequence', 'p=MAA='],
    ['no base64', `p=${published}!`],
    ['a NUL', `p=${published}; n=\0`],
    ['a line of its own', `p=${published}; n=\u0007`],
    ['too much', `p=${published}; n=${'x'.repeat(MAX_RECORD_BYTES)}`],
    ['too much when written as UTF-8', `p=${published}; n=${'\u00FC'.repeat(MAX_RECORD_BYTES / 2)}`],
  ])('is not accepted: %s', (_name, record) => {
    expect(readRecord(record)).toBeNull();
  });

  it('is a key if the device can use it, and a revocation if the device calls it revoked', () => {
    const cases = [RSA_1024.record, ED25519.record, `v=DKIM1; p=${barePkcs1(RSA_1024)}`, 'v=DKIM1; p='];
    const letters = Array.from('AZaz09+/=;: \tpkvst');
    const verdicts = new Set<string | null>();
    fc.assert(
      fc.property(
        fc.constantFrom(...cases),
        fc.nat(400),
        fc.string({ unit: fc.constantFrom(...letters), maxLength: 3 }),
        (record, at, put) => {
          const changed = record.slice(0, at) + put + record.slice(at + put.length);
          const device = ofDevice(changed);
          verdicts.add(device);
          // The archive may keep a record that the device refuses, but never the other way round.
          return device === null || readRecord(changed) === device;
        },
      ),
      { numRuns: 20_000 },
    );
    expect(verdicts).toEqual(new Set(['key', 'revocation', null]));
  });
});

/** How the device classifies a record. */
function ofDevice(record: string): ReturnType<typeof readRecord> {
  const read = readKeyRecord(record);
  if (!('reason' in read)) return 'key';
  return read.reason === 'The key was revoked' ? 'revocation' : null;
}
