/** Reading an ARC-Authentication-Results (RFC 8601 2.2): what looks like a result and is none. */
import { describe, expect, test } from 'vitest';
import { readArcResults } from '../../../mail/arc/results.ts';

/** The results in short: `method=result property=value …`. */
function told(value: string): string[] {
  return readArcResults(value).results.map(({ method, result, properties }) =>
    [`${method}=${result}`, ...Object.entries(properties).map(([name, text]) => `${name}=${text}`)].join(' '),
  );
}

const GMAIL =
  ' i=1; mx.google.com;\r\n       dkim=pass header.i=@devcon.org header.s=sel header.b="aB/cD+e1";\r\n' +
  '       spf=pass (google.com: domain of a@devcon.org designates 192.0.2.1 as permitted sender) smtp.mailfrom="a b"@devcon.org;\r\n' +
  '       dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=devcon.org';

test('the form that Gmail writes', () => {
  const { instance, authservId } = readArcResults(GMAIL);
  expect([instance, authservId]).toEqual([1, 'mx.google.com']);
  expect(told(GMAIL)).toEqual([
    'dkim=pass header.i=@devcon.org header.s=sel header.b=aB/cD+e1',
    'spf=pass smtp.mailfrom=a b@devcon.org',
    'dmarc=pass header.from=devcon.org',
  ]);
});

test.each([
  ['i=1; mx.example 1; spf=none; dkim=none', 'mx.example', ['spf=none', 'dkim=none']],
  ['i=1; mx.example; none', 'mx.example', []],
  ['i=1; mx.example', 'mx.example', []],
  ['i=1; mx.example; arc=none;', 'mx.example', ['arc=none']],
  ['i=1; "mx.example"; dkim=pass', 'mx.example', ['dkim=pass']],
  ['i = 1 ; MX.Example (a) 1 ; DKIM/1 = Pass (b) Header.D = x', 'mx.example', ['dkim=pass header.d=x']],
  ['(a (b) \\) c) i=1; mx.example; dkim=pass', 'mx.example', ['dkim=pass']],
  [
    'i=1; mx.example; dkim=fail reason="no; dkim=pass" header.i=@x',
    'mx.example',
    ['dkim=fail reason=no; dkim=pass header.i=@x'],
  ],
  ['i=1; mx.example; dkim=pass action=none header.d=x', 'mx.example', ['dkim=pass action=none header.d=x']],
  [
    'i=1; mx.example; spf=none smtp.mailfrom=; dkim=pass',
    'mx.example',
    ['spf=none smtp.mailfrom=', 'dkim=pass'],
  ],
  [
    'i=1; mx.example; dkim=pass __proto__=1 constructor=2',
    'mx.example',
    ['dkim=pass __proto__=1 constructor=2'],
  ],
])('%s', (value, authservId, results) => {
  expect([readArcResults(value).authservId, told(value)]).toEqual([authservId, results]);
});

describe('text of the sender is no result', () => {
  const FORGED = 'dkim=pass header.i=@devcon.org header.s=sel header.b=AAAAAAAA';
  test.each([
    ['in a comment', `spf=fail (domain of ${FORGED} is wrong) smtp.mailfrom=x`],
    ['in a comment within a comment', `spf=fail (a (${FORGED}; ) b) smtp.mailfrom=x`],
    ['behind an escaped bracket', `spf=fail (a \\) ; ${FORGED}) smtp.mailfrom=x`],
    ['in a quoted string', `spf=fail smtp.mailfrom="; ${FORGED}"@x`],
    ['behind an escaped quote', `spf=fail smtp.mailfrom="a\\"; ${FORGED}"@x`],
    ['in a reason', `dkim=fail reason="${FORGED}" header.i=@devcon.org`],
    ['across a folded line', `spf=fail smtp.mailfrom="a\r\n\t; ${FORGED}"`],
  ])('%s', (_, text) => {
    const { results } = readArcResults(`i=1; mx.google.com; ${text}`);
    expect(results.map(({ method, result }) => `${method}=${result}`)).toEqual([
      text.startsWith('spf') ? 'spf=fail' : 'dkim=fail',
    ]);
  });

  test.each([
    ['a comment left open', `spf=fail (a smtp.mailfrom=x; ${FORGED}`],
    ['a quoted string left open', `${FORGED}; spf=fail smtp.mailfrom="a`],
    ['a bracket too many', `spf=fail (a) ) smtp.mailfrom=x; ${FORGED}`],
    ['a word that is no property', `spf=fail of ; ${FORGED}`],
    ['a property twice', `dkim=fail header.i=@x header.i=@y; ${FORGED}`],
    ['a result without a method', `=pass; ${FORGED}`],
    ['a method without a result', `dkim; ${FORGED}`],
    ['a comment within a value', `dkim=pass header.i=@de(x)vcon.org; ${FORGED}`],
  ])('and %s makes nothing count', (_, text) => {
    expect(readArcResults(`i=1; mx.google.com; ${text}`)).toEqual({
      instance: 1,
      authservId: 'mx.google.com',
      results: [],
    });
  });

  test('also not one with another name in front', () => {
    expect(readArcResults(`i=1; mx.google.com.evil.example; ${FORGED}`).authservId).toBe(
      'mx.google.com.evil.example',
    );
    expect(readArcResults(`i=1; "mx.google.com "; ${FORGED}`).authservId).toBe('mx.google.com ');
    expect(readArcResults(`i=1; (mx.google.com) evil.example; ${FORGED}`).authservId).toBe('evil.example');
  });
});

test.each([
  '',
  'i',
  'i=',
  'i=;',
  'i=1',
  'i=100; x',
  'i=a; x',
  'I=1',
  'x; dkim=pass',
  ';;;',
  '((((',
  '"',
  '\\',
])('no results in %j', (value) => {
  expect(readArcResults(value).results).toEqual([]);
});

test('time grows with the length alone', () => {
  for (const unit of ['(', ')', '"', '\\', ';', '=', 'a', 'a=', 'a=b ', '; a=b', '()', '""', ' ', 'a=""']) {
    const text = `i=1; mx.google.com; ${unit.repeat(20_000)}`;
    expect(readArcResults(text).instance).toBe(1);
  }
});
