/** A test for every rule of RFC 8617 5.2, with the verdict on the chain and on its newest set. */
import { describe, expect, test } from 'vitest';
import { seal, sealTimes, SIGNED, statuses, verify } from './arc-setting.ts';
import { bytes } from '../../support/mail/reference-signer.ts';
import { ED25519, OTHER_RSA, RSA_1024, RSA_2048, RSA_512 } from '../../support/mail/test-keys.ts';
import { SEALED_AT } from '../../support/mail/reference-sealer.ts';
import { verifyArc } from '../../../mail/arc/verify.ts';

const SAME = (verdict: string): [string, string] => [verdict, verdict];

/** The mail without the topmost field of a name. */
function without(mail: string, name: string): string {
  const at = mail.indexOf(`${name}:`);
  return mail.slice(0, at) + mail.slice(mail.indexOf('\r\n', at) + 2);
}

test('a mail without ARC headers has no chain', async () => {
  expect(await verify(SIGNED)).toEqual({ status: 'none', newest: null });
});

test('a set names the sealer, what it said about the sets below, and what it checked', async () => {
  const mail = seal({
    results: 'dkim=pass header.i=@devcon.org header.s=test; spf=none (nothing) smtp.mailfrom=',
  });
  expect(await verify(mail)).toEqual({
    status: 'pass',
    newest: {
      instance: 1,
      sealer: 'google.com',
      authservId: 'mx.google.com',
      cv: 'none',
      status: 'pass',
      results: [
        { method: 'dkim', result: 'pass', properties: { 'header.i': '@devcon.org', 'header.s': 'test' } },
        { method: 'spf', result: 'none', properties: { 'smtp.mailfrom': '' } },
      ],
    },
  });
});

test('line ends of either kind, folded headers and odd letter case make no difference', async () => {
  const mail = seal();
  expect(await statuses(mail.replaceAll('\r\n', '\n'))).toEqual(SAME('pass'));
  expect(await statuses(mail.replace('ARC-Seal: i=1; a=', 'arc-seal:\ti=1;  a='))).toEqual(SAME('pass'));
  expect(await statuses(mail.replace(/ b=(.{40})/, ' b=$1\r\n\t'))).toEqual(SAME('pass'));
});

describe('step 1: how many sets there may be', () => {
  test('fifty', async () => {
    expect(await statuses(sealTimes(50))).toEqual(SAME('pass'));
  });

  test('not fifty-one, nor hundreds', async () => {
    const reason = 'fail: There are more than 50 ARC sets';
    expect(await statuses(sealTimes(51))).toEqual(SAME(reason));
    const unreadable = 'fail: An ARC header has no instance between 1 and 50';
    expect(await statuses(sealTimes(120))).toEqual(SAME(unreadable));
  });
});

describe('step 2: the newest seal says that the chain was broken', () => {
  test.each([1, 2])('set %i', async (instance) => {
    const reason = 'fail: The newest seal says that the chain was broken before it';
    const mail = instance === 1 ? SIGNED : seal();
    expect(await statuses(seal({ instance, cv: 'fail' }, mail))).toEqual(SAME(reason));
  });
});

describe('step 3.A: each set has each of the three headers once', () => {
  const MEMBERS = ['ARC-Seal', 'ARC-Message-Signature', 'ARC-Authentication-Results'];
  const uneven = (set: number, name: string): string =>
    `fail: ARC set ${set} has not exactly one ${name.toLowerCase()}`;

  test.each(MEMBERS)('%s is missing', async (name) => {
    expect(await statuses(without(seal(), name))).toEqual(SAME(uneven(1, name)));
    const lower = seal({ instance: 2 }, without(seal(), name));
    expect(await statuses(lower)).toEqual(SAME(uneven(1, name)));
    expect(await statuses(without(seal({ instance: 2 }, seal()), name))).toEqual(SAME(uneven(2, name)));
  });

  test.each(MEMBERS)('%s is there twice', async (name) => {
    const mail = seal();
    const at = mail.indexOf(`${name}:`);
    const line = mail.slice(at, mail.indexOf('\r\n', at) + 2);
    expect(await statuses(line + mail)).toEqual(SAME(uneven(1, name)));
    expect(await statuses(mail.replace('\nFrom:', `\n${line}From:`))).toEqual(SAME(uneven(1, name)));
    expect(await statuses(seal({ instance: 2 }, line + mail))).toEqual(SAME(uneven(1, name)));
  });

  test('a whole set is there twice', async () => {
    expect(await statuses(seal({}, seal()))).toEqual(SAME(uneven(1, 'ARC-Seal')));
  });
});

describe('step 3.B: instances run from 1 without a gap', () => {
  test('the first is missing', async () => {
    expect(await statuses(seal({ instance: 2 }))).toEqual(SAME('fail: There is no ARC set 1'));
  });

  test('one in the middle is missing', async () => {
    expect(await statuses(seal({ instance: 3 }, seal()))).toEqual(SAME('fail: There is no ARC set 2'));
  });

  test('the order of the headers in the mail does not matter', async () => {
    const mail = seal({ instance: 2 }, seal());
    const lines = mail.split('\r\n');
    const sorted = [...lines.slice(3, 6), ...lines.slice(0, 3), ...lines.slice(6)].join('\r\n');
    expect(sorted).not.toBe(mail);
    expect(await statuses(sorted)).toEqual(SAME('pass'));
  });

  test.each(['0', '00', '100', '1.0', '+1', 'x', '', '1 1', '-1'])(
    'an instance is no %j',
    async (written) => {
      const reason = 'fail: An ARC header has no instance between 1 and 50';
      expect(await statuses(seal().replace('Seal: i=1;', `Seal: i=${written};`))).toEqual([
        reason,
        expect.stringMatching(/^fail|^nothing/),
      ]);
      expect(await statuses(seal().replace('Results: i=1;', `Results: i=${written};`))).toEqual(SAME(reason));
      const [name, ...rest] = seal().split('Signature: i=1;');
      expect(await statuses(`${name}Signature: i=${written};${rest.join('Signature: i=1;')}`)).toEqual(
        SAME(reason),
      );
    },
  );

  test('instances of which none can be read name no set', async () => {
    expect(await verify(`ARC-Seal: x\r\n${SIGNED}`)).toEqual({
      status: 'fail',
      reason: 'An ARC header has no instance between 1 and 50',
      newest: null,
    });
  });
});

describe('step 3.C: cv= is none in the first seal and pass in all others', () => {
  test.each([
    [1, 'pass'],
    [1, ''],
    [1, 'maybe'],
    [2, 'none'],
    [2, ''],
    [2, 'passed'],
  ])('not in seal %i: %j', async (instance, cv) => {
    const reason = `fail: cv= of seal ${instance} is "${cv}"`;
    const mail = instance === 1 ? SIGNED : seal();
    expect(await statuses(seal({ instance, cv }, mail))).toEqual(SAME(reason));
    const above = seal({ instance: instance + 1 }, seal({ instance, cv }, mail));
    expect(await statuses(above)).toEqual(SAME(reason));
  });

  test('a lower seal that says fail breaks the chain, whatever is above it', async () => {
    const broken = seal({ instance: 3 }, seal({ instance: 2, cv: 'fail' }, seal()));
    expect(await statuses(broken)).toEqual(SAME('fail: cv= of seal 2 is "fail"'));
  });

  test('letter case does not matter', async () => {
    expect(await statuses(seal({ instance: 2, cv: 'PASS' }, seal({ cv: 'None' })))).toEqual(SAME('pass'));
  });
});

describe('step 4: the newest message signature', () => {
  const unsigned = 'permerror: The signature leaves From unsigned';
  test.each([
    [{ h: 'to:subject' }, unsigned],
    [{ h: 'from:arc-seal' }, 'fail: The message signature covers ARC headers'],
    [{ message: { a: 'rsa-sha1' } }, 'permerror: rsa-sha1 must not be used (RFC 8301 3.1)'],
    [{ message: { bh: null } }, 'permerror: The signature has no bh='],
    [{ message: { d: 'x' } }, 'permerror: d= is not a domain name'],
    [{ message: { c: 'odd' } }, 'permerror: Unknown canonicalization "odd"'],
    [{ message: { l: '10000' } }, 'permerror: l= is larger than the body'],
    [{ message: { bh: 'AAAA' } }, 'fail: The body was changed after it was signed'],
    [{ message: { b: 'AAAA' } }, 'fail: The signature does not match the headers'],
    [{ message: { s: 'gone' } }, 'permerror: There is no key for this signature'],
    [{ messageKey: OTHER_RSA.privateKey }, 'fail: The signature does not match the headers'],
  ])('does not pass (%#)', async (options, reason) => {
    expect(await statuses(seal(options))).toEqual(SAME(reason));
  });

  test('may be older ones that were true when they were made', async () => {
    // Somebody between the two sealers changed the subject.
    const changed = seal().replace('Devcon\r\nDate', 'Devcon 7\r\nDate');
    expect(await statuses(changed)).toEqual(SAME('fail: The signature does not match the headers'));
    expect(await statuses(seal({ instance: 2 }, changed))).toEqual(SAME('pass'));
  });

  test('has no v=, and one that has is no worse', async () => {
    expect(await statuses(seal({ message: { v: '1' } }))).toEqual(SAME('pass'));
  });

  test('may be of another domain than the seal', async () => {
    const keys = (name: string): Promise<string[]> =>
      Promise.resolve(name === 'arc._domainkey.other.example' ? [OTHER_RSA.record] : [RSA_2048.record]);
    const mail = seal({ messageKey: OTHER_RSA.privateKey, message: { d: 'other.example' } });
    expect(await statuses(mail, keys)).toEqual(SAME('pass'));
    expect(await statuses(mail)).toEqual(SAME('permerror: There is no key for this signature'));
  });
});

describe('step 6: every seal', () => {
  test.each([
    [{ seal: { h: 'from' } }, 'fail: The seal has an h=, which it must not have'],
    [{ seal: { d: 'x' } }, 'permerror: d= of the seal is not a domain name'],
    [{ seal: { a: 'rsa-sha1' } }, 'permerror: Unknown algorithm of the seal "rsa-sha1"'],
    [{ seal: { b: null } }, 'permerror: The seal has no b='],
    [{ seal: { b: '!' } }, 'permerror: b= of the seal is not base64'],
    [{ seal: { t: 'soon' } }, 'permerror: t= of the seal is not a time'],
    [{ seal: { s: 'a b' } }, 'permerror: s= of the seal is not a selector'],
    [{ seal: { s: 'gone' } }, 'permerror: There is no key for this signature'],
    [{ seal: { b: 'AAAA' } }, 'fail: The signature does not match the headers'],
    [
      { key: OTHER_RSA.privateKey, messageKey: RSA_2048.privateKey },
      'fail: The signature does not match the headers',
    ],
  ])('does not pass (%#)', async (options, reason) => {
    expect(await statuses(seal(options))).toEqual(SAME(reason));
    // Below a good set, it breaks the chain and leaves the newest set alone.
    expect(await statuses(seal({ instance: 2 }, seal(options)))).toEqual([
      reason.replace(': ', ': ARC set 1: '),
      'pass',
    ]);
  });

  test('another sealer, whose key nobody knows, breaks the chain and not the newest set', async () => {
    const mail = seal({ instance: 2 }, seal({ domain: 'forwarder.example' }));
    const [chain, newest] = await statuses(mail);
    expect([chain, newest]).toEqual(['permerror: ARC set 1: There is no key for this signature', 'pass']);
    expect((await verify(mail)).newest).toMatchObject({ instance: 2, sealer: 'google.com', cv: 'pass' });
  });

  test.each([
    ['mx.google.com; none', 'mx.google.com; dkim=pass'],
    ['google.com; none', 'google.org; none'],
  ])('covers the results (%j)', async (from, to) => {
    const wrong = 'fail: The signature does not match the headers';
    expect(await statuses(seal().replace(from, to))).toEqual(SAME(wrong));
    expect(await statuses(seal({ instance: 2 }, seal()).replace(from, to))).toEqual(SAME(wrong));
    // White space alone does not count.
    expect(await statuses(seal().replace(from, from.replace(' ', ' \t ')))).toEqual(SAME('pass'));
  });

  test.each([
    [1024, RSA_1024, 'pass'],
    [256, ED25519, 'pass'],
    [512, RSA_512, 'permerror: The key has 512 bits, fewer than 1024'],
  ])('with a key of %i bits', async (_, key, verdict) => {
    const mail = seal({ key: key.privateKey });
    expect(await statuses(mail, () => Promise.resolve([key.record]))).toEqual(SAME(verdict));
  });

  test('a key of 16,384 bits is refused, and takes no time', async () => {
    const modulus = Buffer.alloc(2049, 0xff);
    modulus[0] = 0;
    const der = (tag: number, content: Buffer): Buffer =>
      Buffer.concat([Buffer.from([tag, 0x82, content.length >> 8, content.length & 0xff]), content]);
    const key = der(0x30, Buffer.concat([der(0x02, modulus), Buffer.from([0x02, 0x03, 1, 0, 1])]));
    const record = `v=DKIM1; k=rsa; p=${key.toString('base64')}`;
    expect(await statuses(seal(), () => Promise.resolve([record]))).toEqual(
      SAME('permerror: The RSA key is too large'),
    );
  });
});

test('a look-up that fails is no verdict for good', async () => {
  const failing = (): Promise<never> => Promise.reject(new Error('no network'));
  expect(await statuses(seal(), failing)).toEqual(SAME('temperror: The key could not be looked up'));
  let asked = 0;
  const once = (): Promise<string[]> =>
    (asked += 1) <= 2 ? Promise.resolve([RSA_2048.record]) : Promise.reject(new Error('no network'));
  expect(await statuses(seal({ instance: 2 }, seal()), once)).toEqual([
    'temperror: ARC set 1: The key could not be looked up',
    'pass',
  ]);
});

test('a key with days is judged at the seal’s time', async () => {
  const key = { record: RSA_2048.record, missingSince: null, removed: null };
  const days = (first: string, last: string, missingSince: string | null) => async () =>
    Promise.resolve([{ ...key, firstSeen: first, lastSeen: last, missingSince }]);
  expect(await statuses(seal(), days('2016-08-16', '2024-11-04', '2024-11-05'))).toEqual(SAME('pass'));
  expect(await statuses(seal(), days('2016-08-16', '2024-10-01', null))).toEqual(SAME('pass'));
  expect(await statuses(seal(), days('2016-08-16', '2024-10-01', '2024-11-05'))).toEqual(
    SAME('permerror: The key was not in use when the mail was received'),
  );
  const later = seal({ at: SEALED_AT + 10 * 86_400 });
  expect(await statuses(later, days('2016-08-16', '2024-11-04', '2024-11-05'))).toEqual(
    SAME('permerror: The key was not in use when the mail was received'),
  );
});

test('a mail of any bytes gets a verdict', async () => {
  for (const text of ['', '\r\n', 'ARC-Seal', 'ARC-Seal:', 'ARC-Seal: i=1\r\n\r\n', '\0\xff: \n']) {
    expect((await verifyArc(bytes(text), () => Promise.resolve([]))).status).toMatch(/^none$|^fail$/);
  }
});
