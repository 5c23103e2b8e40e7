import { domainToASCII } from 'node:url';
import { describe, expect, test } from 'vitest';
import { MAX_SIGNATURES, verifyDkim } from '../../../worker/evidence/index.ts';
import type { DkimResult } from '../../../worker/records.ts';
import { type SignOptions, bytes, signMail } from './reference-signer.ts';
import { ED25519, OTHER_RSA, RSA_1024, RSA_2048, RSA_512, type TestKey, barePkcs1 } from './test-keys.ts';

const HEADER = [
  'Received: from a by b; Mon, 11 Nov 2024 10:00:05 +0000',
  'Received: from c by a; Mon, 11 Nov 2024 10:00:00 +0000',
  'From: Devcon <tickets@devcon.org>',
  'To: robin@mail.example',
  'Subject: Your  ticket\r\n  for\tDevcon',
  'Date: Mon, 11 Nov 2024 10:00:00 +0000',
].join('\r\n');
const BODY = 'Hello,\r\n\r\nsee  you at the \tvenue. \r\n\r\n\r\n';
const MAIL = `${HEADER}\r\n\r\n${BODY}`;
const RECEIVED = Date.UTC(2024, 10, 11, 10, 0, 5) / 1000;

const { privateKey: key } = RSA_1024;
const sign = (options: Partial<SignOptions> = {}, mail = MAIL): string => signMail(mail, { key, ...options });

const at = (seconds: number): Date => new Date(seconds * 1000);

/** Verifies with these records at `test._domainkey.devcon.org`. */
function verify(
  mail: string,
  records: string[] = [RSA_1024.record],
  receivedAt?: Date,
): Promise<DkimResult[]> {
  const lookup = (name: string): Promise<string[]> =>
    Promise.resolve(name === 'test._domainkey.devcon.org' ? records : []);
  return verifyDkim(bytes(mail), lookup, receivedAt);
}

async function statusOf(mail: string, records?: string[], receivedAt?: Date): Promise<string> {
  const [result] = await verify(mail, records, receivedAt);
  return result ? `${result.status}${result.reason ? `: ${result.reason}` : ''}` : 'unsigned';
}

const record = (tags: string, { published }: TestKey = RSA_1024): string => `${tags}; p=${published}`;

test('an unsigned mail has no results', async () => {
  expect(await verify(MAIL)).toEqual([]);
});

test('a result tells signer, key and what was signed', async () => {
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

describe.each(['simple/simple', 'simple/relaxed', 'relaxed/simple', 'relaxed/relaxed', 'simple', 'relaxed'])(
  'c=%s',
  (c) => {
    const [headerMethod, bodyMethod = 'simple'] = c.split('/');
    const signed = sign({ tags: { c } });

    test('passes with CRLF and with LF', async () => {
      expect(await statusOf(signed)).toBe('pass');
      expect(await statusOf(signed.replaceAll('\r\n', '\n'))).toBe('pass');
    });

    test('forgives in the header what it may, and nothing else', async () => {
      const refolded = signed.replace(
        'Subject: Your  ticket\r\n  for\tDevcon',
        'subject:Your ticket for Devcon  ',
      );
      expect(await statusOf(refolded)).toBe(
        headerMethod === 'relaxed' ? 'pass' : 'fail: The signature does not match the headers',
      );
      expect(await statusOf(signed.replace('for\tDevcon', 'for\tdevcon'))).toMatch(/^fail/);
      expect(await statusOf(signed.replace('for\tDevcon', 'for\u00A0Devcon'))).toMatch(/^fail/);
    });

    test('forgives in the body what it may, and nothing else', async () => {
      const spaced = signed.replace('see  you at the \tvenue. \r\n', 'see you\tat the venue.\t\r\n');
      expect(await statusOf(spaced)).toBe(
        bodyMethod === 'relaxed' ? 'pass' : 'fail: The body was changed after it was signed',
      );
      expect(await statusOf(`${signed}\r\n\r\n`)).toBe('pass');
      expect(await statusOf(signed.replace('Hello', 'Hallo'))).toMatch(/^fail: The body/);
      expect(await statusOf(`${signed}x`)).toMatch(/^fail: The body/);
    });
  },
);

describe('headers', () => {
  test('duplicates are taken from the bottom', async () => {
    const twice = `X-A: top\r\n${MAIL.replace('\r\n\r\n', '\r\nX-A: bottom\r\n\r\n')}`;
    const signed = sign({ tags: { h: 'From:Subject:X-A' } }, twice);
    expect(await statusOf(signed)).toBe('pass');
    expect(await statusOf(signed.replace('X-A: top', 'X-A: changed'))).toBe('pass');
    expect(await statusOf(signed.replace('X-A: bottom', 'X-A: changed'))).toMatch(/^fail/);
    const both = sign({ tags: { h: 'From:Subject:X-A:X-A' } }, twice);
    expect(await statusOf(both)).toBe('pass');
    expect(await statusOf(both.replace('X-A: top', 'X-A: changed'))).toMatch(/^fail/);
  });

  test('oversigning refuses a header that was added later', async () => {
    const open = sign({ tags: { h: 'From:To:Subject:Date' } });
    const closed = sign({ tags: { h: 'From:From:To:Subject:Subject:Date:Cc' } });
    for (const added of ['Subject: Forged\r\n', 'From: forged@x.example\r\n', 'Cc: c@x.example\r\n']) {
      expect(await statusOf(added + open)).toBe('pass');
      expect(await statusOf(added + closed)).toMatch(/^fail/);
    }
    expect(await statusOf(closed)).toBe('pass');
  });

  test('names in h= may be folded, of any case, and absent from the mail', async () => {
    expect(await statusOf(sign({ tags: { h: 'FROM :\r\n\tsubject:\r\n X-None : dAtE' } }))).toBe('pass');
  });

  test('a signature does not sign itself beyond its own field (RFC 6376 3.5, h=)', async () => {
    const signed = sign({ tags: { h: 'From:Subject:DKIM-Signature' } });
    expect(await statusOf(signed)).toBe('pass');
    expect(await statusOf(signed.replace('\r\nFrom:', '\r\nDKIM-Signature: v=1; b=x\r\nFrom:'))).toMatch(
      /^fail/,
    );
  });

  test('a line that is no field stays with the field above it', async () => {
    const signed = sign();
    expect(await statusOf(signed.replace('\r\nDate:', '\r\nslipped in\r\nDate:'))).toMatch(/^fail/);
    expect(await statusOf(signed.replace('\r\nDate:', '\r\n\u00A0Subject: x\r\nDate:'))).toMatch(/^fail/);
  });

  test('8-bit headers are signed byte for byte', async () => {
    const utf8 = Buffer.from('Grüße, チケット', 'utf8').toString('latin1');
    for (const subject of [utf8, 'Gr\u00FC\u00DFe', '\u0080\u00FF \u00A0']) {
      const mail = MAIL.replace('Your  ticket', subject);
      for (const c of ['simple/simple', 'relaxed/relaxed']) {
        const signed = sign({ tags: { c } }, mail);
        expect(await statusOf(signed)).toBe('pass');
        expect(await statusOf(signed.replace(subject, `${subject}\u00A0`))).toMatch(/^fail/);
      }
    }
  });

  test('the signature itself may be folded anywhere, with b= in the middle', async () => {
    for (const c of ['simple/simple', 'relaxed/relaxed']) {
      const signed = sign({ tags: { c }, layout: (field) => field.replaceAll('; ', ' ;\r\n\t ') });
      expect(await statusOf(signed)).toBe('pass');
      const split = signed.replace(/; b=|;\r\n\t b=/, (b) => `${b}\r\n  `).replace(/=\r\n/, '= \t\r\n');
      expect(await statusOf(c === 'relaxed/relaxed' ? split : signed)).toBe('pass');
    }
  });

  test('From must be signed', async () => {
    expect(await statusOf(sign({ tags: { h: 'Subject:Date' } }))).toBe(
      'permerror: The signature leaves From unsigned',
    );
  });

  test('a header section without an end has no body', async () => {
    const mail = `${HEADER}\r\n\r\n`;
    const signed = sign({}, mail).slice(0, -2);
    expect(await statusOf(signed)).toBe('pass');
  });

  test('the mbox line before the header does not matter', async () => {
    expect(await statusOf(`From robin@mail.example Mon Nov 11 10:00:00 2024\r\n${sign()}`)).toBe('pass');
  });
});

describe('l=', () => {
  test('a limited body passes and is told, with text added or without', async () => {
    const signed = sign({ tags: { l: '10' } });
    for (const mail of [signed, `${signed}more\r\n`]) {
      const [result] = await verify(mail);
      expect(result).toMatchObject({ status: 'pass', bodyLimited: true });
    }
    expect(await statusOf(signed.replace('Hello', 'Hallo'))).toMatch(/^fail/);
  });

  test('l=0 signs no body at all', async () => {
    expect((await verify(`${sign({ tags: { l: '0' } })}anything`))[0]).toMatchObject({
      status: 'pass',
      bodyLimited: true,
    });
  });

  test('l= beyond the body, or no number, is an error', async () => {
    expect(await statusOf(sign({ tags: { l: '100000' } }))).toBe('permerror: l= is larger than the body');
    expect(await statusOf(sign({ tags: { l: '9'.repeat(76) } }))).toBe(
      'permerror: l= is larger than the body',
    );
    for (const l of ['9'.repeat(77), '-1', '1e3', '']) {
      expect(await statusOf(sign({ tags: { l } }))).toMatch(/^permerror: l= is not a number/);
    }
  });
});

describe('time', () => {
  test('x= is judged at the receipt that is given', async () => {
    const signed = sign({ tags: { t: `${RECEIVED - 10}`, x: `${RECEIVED + 100}` } });
    expect(await statusOf(signed, undefined, at(RECEIVED + 100))).toBe('pass');
    expect(await statusOf(signed, undefined, at(RECEIVED + 101))).toMatch(
      /^neutral: The signature had expired/,
    );
  });

  test('without one the topmost Received decides', async () => {
    const signed = sign({ tags: { x: `${RECEIVED + 1}` } });
    expect(await statusOf(signed)).toBe('pass');
    expect(await statusOf(sign({ tags: { x: `${RECEIVED - 1}` } }))).toMatch(/^neutral/);
    const later = `Received: from x by y (comment); Tue, 12 Nov 2024 10:00:00 +0000 (UTC)\r\n${signed}`;
    expect(await statusOf(later)).toMatch(/^neutral/);
  });

  test('without either, now decides', async () => {
    const mail = MAIL.replaceAll(/^Received:.*\r\n/gm, '');
    const now = Math.floor(Date.now() / 1000);
    expect(await statusOf(sign({ tags: { x: `${now + 10_000}` } }, mail))).toBe('pass');
    expect(await statusOf(sign({ tags: { x: `${now - 10_000}` } }, mail))).toMatch(/^neutral/);
  });

  test('a signature that is younger than the mail is not believed, a day of clock drift is', async () => {
    const day = 24 * 60 * 60;
    expect(await statusOf(sign({ tags: { t: `${RECEIVED + day}` } }), undefined, at(RECEIVED))).toBe('pass');
    expect(await statusOf(sign({ tags: { t: `${RECEIVED + day + 1}` } }), undefined, at(RECEIVED))).toMatch(
      /^neutral: The signature is younger/,
    );
  });

  test('x= must lie after t=, and both be numbers', async () => {
    expect(await statusOf(sign({ tags: { t: '200', x: '200' } }))).toBe('permerror: x= is not after t=');
    expect(await statusOf(sign({ tags: { t: 'now' } }))).toBe('permerror: t= is not a time');
    expect(await statusOf(sign({ tags: { x: '1234567890123' } }))).toBe('permerror: x= is not a time');
  });
});

describe('i=', () => {
  test.each([
    ['@devcon.org', 'pass'],
    ['joe@devcon.org', 'pass'],
    ['joe@Mail.Devcon.org', 'pass'],
    ['joe=20joe@devcon.org', 'pass'],
    ['joe=40x@mail.devcon.org', 'pass'],
    ['@xdevcon.org', 'permerror: i= lies outside of d='],
    ['@org', 'permerror: i= lies outside of d='],
    ['joe', 'permerror: i= is not an address'],
    ['joe@', 'permerror: i= is not an address'],
    ['joe@devcon=2Eorg', 'pass'],
  ])('%s: %s', async (i, status) => {
    expect(await statusOf(sign({ tags: { i } }))).toBe(status);
  });

  test('a key with t=s takes no subdomain', async () => {
    const strict = [record('v=DKIM1; t=y:s')];
    expect(await statusOf(sign({ tags: { i: 'joe@devcon.org' } }), strict)).toBe('pass');
    expect(await statusOf(sign(), strict)).toBe('pass');
    expect(await statusOf(sign({ tags: { i: 'joe@mail.devcon.org' } }), strict)).toBe(
      'permerror: The key allows no subdomain in i=',
    );
  });
});

describe('malformed and unknown tags', () => {
  test.each([
    [{ v: null }, 'permerror: The signature has no v='],
    [{ v: '2' }, `permerror: The signature's version is "2"`],
    [{ a: null }, 'permerror: The signature has no a='],
    [{ b: '' }, 'permerror: The signature has no b='],
    [{ b: '%%%%' }, 'permerror: b= is not base64'],
    [{ bh: '=' }, 'permerror: bh= is not base64'],
    [{ bh: 'AAAA' }, 'fail: The body was changed after it was signed'],
    [{ d: 'devcon..org' }, 'permerror: d= is not a domain name'],
    [{ d: 'localhost' }, 'permerror: d= is not a domain name'],
    [{ s: '-x' }, 'permerror: s= is not a selector'],
    [{ h: 'From:Sub ject' }, 'permerror: h= names something that is no header'],
    [{ h: 'From:S\u00FCbject' }, 'permerror: h= names something that is no header'],
    [{ h: ' : ' }, 'permerror: The signature leaves From unsigned'],
    [{ a: 'rsa-sha512' }, 'neutral: Unknown algorithm "rsa-sha512"'],
    [{ a: 'rsa-sha1' }, 'policy: rsa-sha1 must not be used (RFC 8301 3.1)'],
    [{ c: 'strict/relaxed' }, 'neutral: Unknown canonicalization "strict/relaxed"'],
    [{ c: 'relaxed/relaxed/relaxed' }, 'neutral: Unknown canonicalization "relaxed/relaxed/relaxed"'],
    [{ q: 'http/json' }, 'neutral: Unknown key lookup "http/json"'],
    [{ q: 'http/json:dns/txt' }, 'pass'],
    [{ zz: 'unknown tags do not matter' }, 'pass'],
    [{ '1z': 'x' }, 'permerror: The signature is not a list of tags'],
  ] as [Record<string, string | null>, string][])('%o: %s', async (tags, status) => {
    expect(await statusOf(sign({ tags: { c: 'relaxed/relaxed', ...tags } }))).toBe(status);
  });

  test('a tag that stands there twice, or has no value part, makes the list malformed', async () => {
    const signed = sign();
    expect(await statusOf(signed.replace('v=1;', 'v=1; v=1;'))).toMatch(/^permerror: The signature is not/);
    expect(await statusOf(signed.replace('v=1;', 'v=1; word;'))).toMatch(/^permerror: The signature is not/);
    expect(await statusOf(sign({ layout: (field) => field.replace('v=1;', 'v=1; ;') }))).toBe('pass');
  });

  test('hostile values come back short and printable', async () => {
    const [result] = await verify(sign({ tags: { v: `\u0007\u00FF${'x'.repeat(5000)}` } }));
    expect(result?.reason).toMatch(/^[\u0020-\u007E…]{1,100}$/u);
  });
});

describe('keys', () => {
  test.each([
    ['a bare PKCS#1 key', () => `v=DKIM1; p=${barePkcs1(RSA_1024)}`, 'pass'],
    [
      'folding white space in the key',
      () => record('v=DKIM1; k=rsa').replace(/p=(.{40})/, 'p= $1 \t '),
      'pass',
    ],
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

  test('RSA keys from 1024 bits count, smaller ones are refused by policy', async () => {
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

  test('of several records any one may verify', async () => {
    const signed = sign();
    expect(await statusOf(signed, ['v=spf1 -all', OTHER_RSA.record, RSA_1024.record])).toBe('pass');
    expect(await statusOf(signed, [OTHER_RSA.record, 'v=DKIM1; p='])).toBe(
      'fail: The signature does not match the headers',
    );
  });

  test('no record is a permanent error, a look-up that throws a temporary one', async () => {
    expect(await statusOf(sign(), [])).toBe('permerror: There is no key for this signature');
    const [result] = await verifyDkim(bytes(sign()), () => Promise.reject(new Error('offline')));
    expect(result).toMatchObject({ status: 'temperror', keyBits: 0 });
  });

  test('the key is looked up at its name in lower case, and not for a changed body', async () => {
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
    expect((await verifyDkim(bytes(`${signed}x`), lookup))[0]?.status).toBe('fail');
    expect(asked).toEqual(['test._domainkey.devcon.org']);
  });

  test('a domain in its own script is looked up in ASCII (RFC 8616)', async () => {
    const d = Buffer.from('Konferenz-München.example', 'utf8').toString('latin1');
    const ascii = domainToASCII('konferenz-münchen.example');
    const results = await verifyDkim(bytes(sign({ tags: { d } })), (name) =>
      Promise.resolve(name === `test._domainkey.${ascii}` ? [RSA_1024.record] : []),
    );
    expect(results[0]).toMatchObject({ status: 'pass', domain: ascii });
  });
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

  test('after ten the rest is not checked', async () => {
    let mail = MAIL;
    for (let count = 0; count < MAX_SIGNATURES + 2; count += 1) mail = sign({}, mail);
    const results = await verify(mail);
    expect(results.map(({ status }) => status)).toEqual([
      ...Array.from({ length: MAX_SIGNATURES }, () => 'pass'),
      'policy',
      'policy',
    ]);
  });
});
