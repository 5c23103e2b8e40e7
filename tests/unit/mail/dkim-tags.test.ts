/** The tags of a signature, well-formed and not (RFC 6376 3.5, 6.1.1). */
import { describe, expect, test } from 'vitest';
import { MAIL, RECEIVED, at, record, sign, statusOf, verify } from './dkim-setting.ts';

describe('l=', () => {
  test('marks a limited body as such when it passes, with or without added text', async () => {
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

  test('is an error when it exceeds the body or is not a number', async () => {
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
  test('of expiry (x=) is compared with the given time of receipt', async () => {
    const signed = sign({ tags: { t: `${RECEIVED - 10}`, x: `${RECEIVED + 100}` } });
    expect(await statusOf(signed, undefined, at(RECEIVED + 100))).toBe('pass');
    expect(await statusOf(signed, undefined, at(RECEIVED + 101))).toMatch(
      /^neutral: The signature had expired/,
    );
  });

  test('of receipt is otherwise read from the topmost Received', async () => {
    const signed = sign({ tags: { x: `${RECEIVED + 1}` } });
    expect(await statusOf(signed)).toBe('pass');
    expect(await statusOf(sign({ tags: { x: `${RECEIVED - 1}` } }))).toMatch(/^neutral/);
    const later = `Received: from x by y (comment); Tue, 12 Nov 2024 10:00:00 +0000 (UTC)\r\n${signed}`;
    expect(await statusOf(later)).toMatch(/^neutral/);
  });

  test('of receipt is otherwise now', async () => {
    const mail = MAIL.replaceAll(/^Received:.*\r\n/gm, '');
    const now = Math.floor(Date.now() / 1000);
    expect(await statusOf(sign({ tags: { x: `${now + 10_000}` } }, mail))).toBe('pass');
    expect(await statusOf(sign({ tags: { x: `${now - 10_000}` } }, mail))).toMatch(/^neutral/);
  });

  test('of signing may be a day after the receipt, for clock drift, and no later', async () => {
    const day = 24 * 60 * 60;
    expect(await statusOf(sign({ tags: { t: `${RECEIVED + day}` } }), undefined, at(RECEIVED))).toBe('pass');
    expect(await statusOf(sign({ tags: { t: `${RECEIVED + day + 1}` } }), undefined, at(RECEIVED))).toMatch(
      /^neutral: The signature is younger/,
    );
  });

  test('of expiry must lie after t=, and both must be numbers', async () => {
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

  test('with a subdomain is refused by a key with t=s', async () => {
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
    [{ d: 'M\u00FCnchen.example/devcon.org' }, 'permerror: d= is not a domain name'],
    [{ d: 'M\u00FCnchen@devcon.org' }, 'permerror: d= is not a domain name'],
    [{ s: '-x' }, 'permerror: s= is not a selector'],
    [{ s: 'te st' }, 'permerror: s= is not a selector'],
    [{ s: 'te\u0001st' }, 'permerror: s= is not a selector'],
    [{ s: 'te\u0080st' }, 'permerror: There is no key for this signature'],
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

  test('a repeated tag, or a tag without a value part, makes the list malformed', async () => {
    const signed = sign();
    expect(await statusOf(signed.replace('v=1;', 'v=1; v=1;'))).toMatch(/^permerror: The signature is not/);
    expect(await statusOf(signed.replace('v=1;', 'v=1; word;'))).toMatch(/^permerror: The signature is not/);
    expect(await statusOf(sign({ layout: (field) => field.replace('v=1;', 'v=1; ;') }))).toBe('pass');
  });

  test('hostile values are reported short and printable', async () => {
    const [result] = await verify(sign({ tags: { v: `\u0007\u00FF${'x'.repeat(5000)}` } }));
    expect(result?.reason).toMatch(/^[\u0020-\u007E…]{1,100}$/u);
  });

  test('tag names are case-sensitive, names of algorithms and methods are not', async () => {
    expect(await statusOf(sign({ tags: { v: null, V: '1' } }))).toBe('permerror: The signature has no v=');
    expect(await statusOf(sign({ tags: { V: '2', D: 'x', L: 'x' } }))).toBe('pass');
    expect(await statusOf(sign({ tags: { a: 'RSA-SHA256', q: 'DNS/TXT' } }))).toBe('pass');
    const loud = sign().replace('c=relaxed/relaxed', 'c=Relaxed/RELAXED');
    expect(await statusOf(loud)).toMatch(/^fail: The signature does not match/);
  });

  test.each(['simple/simple', 'relaxed/relaxed'])(
    'spaces, tabs and folds may stand around tags: %s',
    async (c) => {
      for (const [between, equals] of [
        ['\t;\t', '\t=\t'],
        [' ;\r\n\t', ' = '],
        [';', '=\r\n '],
      ] as const) {
        // White space after the last `b=` belongs to its value (RFC 6376 3.7), so it is not signed.
        const layout = (field: string): string =>
          `${field
            .slice(0, -2)
            .replaceAll('; ', between)
            .replaceAll(/\b(\w+)=/g, `$1${equals}`)}b=`;
        const signed = sign({ tags: { c }, layout });
        expect(await statusOf(signed)).toBe('pass');
        expect(await statusOf(signed.replace(/b=(?=[^=]+=?=?\r\nReceived)/, 'b= \t'))).toBe('pass');
      }
    },
  );

  test('a list of a thousand headers is read; a longer list or a signature of 64 KB is not', async () => {
    const list = (count: number): string => `From${':x'.repeat(count - 1)}`;
    expect(await statusOf(sign({ tags: { h: list(1000) } }))).toBe('pass');
    expect(await statusOf(sign({ tags: { h: list(1001) } }))).toBe('permerror: h= names too many headers');
    expect(await statusOf(sign({ tags: { z: 'x'.repeat(63 * 1024) } }))).toBe('pass');
    expect(await statusOf(sign({ tags: { z: 'x'.repeat(64 * 1024) } }))).toBe(
      'permerror: The signature is not a list of tags',
    );
  });
});
