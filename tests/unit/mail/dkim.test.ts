import { describe, expect, test } from 'vitest';
import { MAX_SIGNATURES } from '../../../mail/dkim/verify.ts';
import { MAX_HEADER_BYTES } from '../../../mail/header/raw-mail.ts';
import { MAIL, sign, statusOf, verify } from './dkim-setting.ts';
import { ED25519, RSA_1024 } from '../../support/mail/test-keys.ts';

test('an unsigned mail has no results', async () => {
  expect(await verify(MAIL)).toEqual([]);
});

test('a result names the signer, the key and what was signed', async () => {
  expect(await verify(sign())).toEqual([
    {
      domain: 'devcon.org',
      selector: 'test',
      algorithm: 'rsa-sha256',
      status: 'pass',
      keyBits: 1024,
      bodyLimited: false,
      signedHeaders: ['from', 'to', 'subject', 'date'],
      cause: null,
    },
  ]);
});

describe('several signatures', () => {
  test('each gets its own result, from top to bottom', async () => {
    const inner = sign({ tags: { d: 'unknown.example' } });
    const outer = sign(
      { key: ED25519.privateKey, tags: { s: 'test', h: 'From:Subject:DKIM-Signature' } },
      inner,
    );
    const results = await verify(outer, [RSA_1024.record, ED25519.record]);
    expect(results.map(({ domain, status }) => [domain, status])).toEqual([
      ['devcon.org', 'pass'],
      ['unknown.example', 'permerror'],
    ]);
    expect(await statusOf(outer.replace('d=unknown', 'd=changed'), [ED25519.record])).toMatch(/^fail/);
  });

  test('are checked up to ten', async () => {
    let mail = MAIL;
    for (let count = 0; count < MAX_SIGNATURES + 2; count += 1) mail = sign({}, mail);
    const results = await verify(mail);
    expect(results.map(({ status }) => status)).toEqual([
      ...Array.from({ length: MAX_SIGNATURES }, () => 'pass'),
      'policy',
      'policy',
    ]);
  });

  test('include broken or foreign ones without harm to the others', async () => {
    const good = sign();
    const mail = `DKIM-Signature: nonsense\r\nDKIM-Signature:\r\n${good}`;
    expect((await verify(mail)).map(({ status }) => status)).toEqual(['permerror', 'permerror', 'pass']);
    const twice = sign({ tags: { c: 'simple/simple' } }, good);
    expect((await verify(twice)).map(({ status }) => status)).toEqual(['pass', 'pass']);
    const limited = sign({ tags: { l: '5' } }, good);
    expect((await verify(`${limited}more`)).map(({ status }) => status)).toEqual(['pass', 'fail']);
  });
});

test('a mail whose header is too long to be read verifies nothing', async () => {
  const fill = (size: number): string =>
    sign().replace('\r\n\r\n', `\r\n${'X-A: y\r\n'.repeat(size / 8)}\r\n`);
  expect(await statusOf(fill(MAX_HEADER_BYTES - 4096))).toBe('pass');
  expect(await statusOf(fill(MAX_HEADER_BYTES))).toBe('policy: Too much header to check');
});
