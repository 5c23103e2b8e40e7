/** The examples that the RFCs print: RFC 6376 appendix A and RFC 8463 appendix A. */
import { createPrivateKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyDkim } from '../../../mail/dkim/verify.ts';
import type { DkimResult } from '../../../mail/dkim/verdict.ts';
import { bytes, signMail } from '../../support/mail/reference-signer.ts';

const lines = (...text: string[]): string => text.join('\r\n');

/**
 * The message of both examples. RFC 8463 has two spaces before "Are"; in relaxed form it is the text that RFC 6376
 * hashed.
 */
const HEADER = [
  'From: Joe SixPack <joe@football.example.com>',
  'To: Suzie Q <suzie@shopping.example.net>',
  'Subject: Is dinner ready?',
  'Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)',
  'Message-ID: <20030712040037.46341.5F8J@football.example.com>',
];
const BODY = ['', 'Hi.', '', 'We lost the game. Are you hungry yet?', '', 'Joe.', ''];

/** RFC 6376 A.2, with the key of its appendix C. */
const RFC_6376 = lines(
  'DKIM-Signature: v=1; a=rsa-sha256; s=brisbane; d=example.com;',
  '      c=simple/simple; q=dns/txt; i=joe@football.example.com;',
  '      h=Received : From : To : Subject : Date : Message-ID;',
  '      bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;',
  '      b=AuUoFEfDxTDkHlLXSZEpZj79LICEps6eda7W3deTVFOk4yAUoqOB',
  '        4nujc7YopdG5dWLSdNg6xNAZpOPr+kHxt1IrE+NahM6L/LbvaHut',
  '        KVdkLLkpVaVVQPzeRDI009SO2Il5Lu7rDNH6mZckBdrIx0orEtZV',
  '        4bmp/YzhwvcubU4=;',
  'Received: from client1.football.example.com  [192.0.2.1]',
  '      by submitserver.example.com with SUBMISSION;',
  '      Fri, 11 Jul 2003 21:01:54 -0700 (PDT)',
  ...HEADER,
  ...BODY,
);
const KEY_6376 =
  'v=DKIM1; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDwIRP/UC3SBsEmGqZ9ZJW3/DkMoGeLnQg1fWn7/zYtIxN2SnFCjxOCKG9v3b4jYfcT' +
  'Nh5ijSsq631uBItLa7od+v/RtdC2UzJ1lWT947qR+Rcac2gbto/NMqJ0fzfVjH4OuKhitdY9tf6mcwGjaNBcWToIMmPSPDdQPNUYckcQ2QIDAQAB';

/** RFC 8463 A.3: one signature of each kind, with the keys of A.2. */
const ED25519_FIELD = [
  'DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed;',
  ' d=football.example.com; i=@football.example.com;',
  ' q=dns/txt; s=brisbane; t=1528637909; h=from : to :',
  ' subject : date : message-id : from : subject : date;',
  ' bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;',
];
const ED25519_SIGNATURE =
  '/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11BusFa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==';
const RSA_FIELD = [
  'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;',
  ' d=football.example.com; i=@football.example.com;',
  ' q=dns/txt; s=test; t=1528637909; h=from : to : subject :',
  ' date : message-id : from : subject : date;',
  ' bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;',
  ' b=F45dVWDfMbQDGHJFlXUNB2HKfbCeLRyhDXgFpEL8GwpsRe0IeIixNTe3',
  ' DhCVlUrSjV4BwcVcOF6+FF3Zo9Rpo1tFOeS9mPYQTnGdaSGsgeefOsk2Jz',
  ' dA+L10TeYt9BgDfQNZtKdN1WO//KgIqXP7OdEFE4LjFYNcUxZQ4FADY+8=',
];
const RFC_8463 = lines(
  ...ED25519_FIELD,
  ` b=${ED25519_SIGNATURE.slice(0, 58)}`,
  ` ${ED25519_SIGNATURE.slice(58)}`,
  ...RSA_FIELD,
  ...HEADER,
  ...BODY,
).replace('game. Are', 'game.  Are');
const RECORDS: Readonly<Record<string, string>> = {
  'brisbane._domainkey.example.com': KEY_6376,
  'brisbane._domainkey.football.example.com':
    'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
  'test._domainkey.football.example.com':
    'v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDkHlOQoBTzWRiGs5V6NpP3idY6Wk08a5qhdR6wy5bdOKb2jLQiY/J16JYi' +
    '0Qvx/byYzCNb3W91y3FutACDfzwQ/BC/e/8uBsCR+yz1Lxj+PL6lHvqMKrM3rG4hstT5QjvHO9PzoxZyVYLzBfO2EeC3Ip3G+2kryOTIKT+l/K4w3QIDAQAB',
};

const verify = (mail: string, records = RECORDS): Promise<DkimResult[]> =>
  verifyDkim(bytes(mail), (name) => Promise.resolve([records[name] ?? []].flat()));
const told = (results: DkimResult[]): string[] =>
  results.map(({ algorithm, status, keyBits }) => `${algorithm} ${keyBits} ${status}`);

test.each([
  ['RFC 6376 A.2', RFC_6376, ['rsa-sha256 1024 pass']],
  ['RFC 8463 A.3', RFC_8463, ['ed25519-sha256 256 pass', 'rsa-sha256 1024 pass']],
])('the example of %s verifies, with CRLF and with LF', async (_, mail, verdicts) => {
  expect(told(await verify(mail))).toEqual(verdicts);
  expect(told(await verify(mail.replaceAll('\r\n', '\n')))).toEqual(verdicts);
});

test.each([
  ['RFC 6376 A.2', RFC_6376],
  ['RFC 8463 A.3', RFC_8463],
])('the example of %s fails when its subject, sender or body changes', async (_, mail) => {
  for (const [old, changed] of [
    ['dinner', 'supper'],
    ['Joe SixPack', 'Jim SixPack'],
    ['hungry', 'thirsty'],
  ] as const) {
    const results = await verify(mail.replace(old, changed));
    expect(results.map(({ status }) => status)).toEqual(results.map(() => 'fail'));
  }
});

test('the simple example of RFC 6376 depends on every space, the relaxed one of RFC 8463 does not', async () => {
  const spaced = (mail: string): string => mail.replace('dinner ready', 'dinner  ready');
  expect((await verify(spaced(RFC_6376))).map(({ status }) => status)).toEqual(['fail']);
  expect((await verify(spaced(RFC_8463))).map(({ status }) => status)).toEqual(['pass', 'pass']);
});

test('swapped selectors of the RFC 8463 keys verify neither signature', async () => {
  const { 'test._domainkey.football.example.com': rsa, 'brisbane._domainkey.football.example.com': ed25519 } =
    RECORDS;
  const swapped = {
    'test._domainkey.football.example.com': ed25519 ?? '',
    'brisbane._domainkey.football.example.com': rsa ?? '',
  };
  expect(told(await verify(RFC_8463, swapped))).toEqual([
    'ed25519-sha256 1024 permerror',
    'rsa-sha256 256 permerror',
  ]);
});

test('the reference signer gives the Ed25519 signature of RFC 8463 A.3', () => {
  // The key pair of RFC 8032 7.1, test 1, which RFC 8463 A.2 uses. Ed25519 signatures are deterministic.
  const seed = Buffer.from('nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=', 'base64');
  const key = createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const mail = lines(...HEADER, ...BODY);
  const h = 'from:to:subject:date:message-id:from:subject:date';
  const signed = signMail(mail, { key, tags: { h }, layout: () => lines(...ED25519_FIELD, ' b=') });
  expect(signed).toContain(` b=${ED25519_SIGNATURE}\r\n`);
});
