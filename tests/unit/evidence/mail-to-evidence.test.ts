import { describe, expect, test } from 'vitest';
import { CATALOG } from '../../../catalog/index.ts';
import { type MailEvidence, mailToEvidence, createClassifier } from '../../../worker/evidence/index.ts';
import type { Evidence } from '../../../worker/records.ts';
import { type SignOptions, bytes, signMail } from '../../support/mail/reference-signer.ts';
import {
  ED25519,
  OTHER_RSA,
  RSA_1024,
  RSA_2048,
  RSA_512,
  type TestKey,
} from '../../support/mail/test-keys.ts';

const classifier = createClassifier(CATALOG);
const RECEIVED = Date.UTC(2024, 10, 11, 10);

const MAIL = [
  'From: Devcon <tickets@devcon.org>',
  'To: Robin <robin+d@mail.example>',
  'Subject: Your ticket for Devcon',
  'Date: Mon, 11 Nov 2024 09:00:00 +0000',
  '',
  'See you at the venue, with your ticket.',
  '',
].join('\r\n');

interface Setting {
  record?: string;
  internalDate?: number | null;
  asked?: string[];
}

function classify(
  mail: string,
  { record = RSA_2048.record, internalDate = RECEIVED, asked = [] }: Setting = {},
) {
  return mailToEvidence(
    { messageId: 'id-1', raw: bytes(mail), internalDate },
    {
      catalog: CATALOG,
      classifier,
      lookup: (name) => {
        asked.push(name);
        return Promise.resolve(record === '' ? [] : [record]);
      },
    },
  );
}

function signedBy(key: TestKey, options: Partial<SignOptions> = {}, mail = MAIL): string {
  return signMail(mail, { key: key.privateKey, ...options });
}

async function tierOf(result: Promise<MailEvidence>): Promise<string> {
  return (await result).evidence.map(({ tier, reason }) => reason ?? tier).join();
}

test('a signed ticket is verified evidence with all its details', async () => {
  const result = await classify(signedBy(RSA_2048));
  expect(result).toEqual({
    header: {
      messageId: 'id-1',
      subject: 'Your ticket for Devcon',
      from: 'Devcon <tickets@devcon.org>',
      to: 'Robin <robin+d@mail.example>',
      date: 'Mon, 11 Nov 2024 09:00:00 +0000',
      dkim: expect.stringMatching(/^v=1; a=rsa-sha256; .*; b=\S+$/) as unknown,
    },
    evidence: [
      {
        messageId: 'id-1',
        event: 'devcon',
        tier: 'verified',
        reason: null,
        subject: 'Your ticket for Devcon',
        from: 'Devcon <tickets@devcon.org>',
        date: RECEIVED,
        signature: {
          domain: 'devcon.org',
          selector: 'test',
          algorithm: 'rsa-sha256',
          keyBits: 2048,
          weak: false,
        },
        refused: null,
        addressedTo: ['robin@mail.example'],
        signedTo: ['robin@mail.example'],
      },
    ],
    unreadable: null,
  });
});

test('RSA keys under 2048 bits are weak, Ed25519 keys are not', async () => {
  const weak = await classify(signedBy(RSA_1024), { record: RSA_1024.record });
  expect(weak.evidence[0]).toMatchObject({ tier: 'verified', signature: { keyBits: 1024, weak: true } });
  const strong = await classify(signedBy(ED25519), { record: ED25519.record });
  expect(strong.evidence[0]).toMatchObject({ tier: 'verified', signature: { keyBits: 256, weak: false } });
});

describe('a mail is only self-attested', () => {
  const changed = (mail: string): string => mail.replace('the venue', 'our venue');
  test.each([
    ['unsigned', MAIL, {}],
    ['signature-failed', changed(signedBy(RSA_2048)), {}],
    ['signature-failed', signedBy(RSA_2048), { record: OTHER_RSA.record }],
    ['signature-failed', signedBy(RSA_2048, { tags: { v: '2' } }), {}],
    ['signature-failed', signedBy(RSA_2048, { tags: { x: `${RECEIVED / 1000 - 1}` } }), {}],
    ['key-unknown', signedBy(RSA_2048), { record: '' }],
    ['key-unknown', signedBy(RSA_2048), { record: 'v=DKIM1; p=' }],
    ['foreign-signer', signedBy(RSA_2048, { tags: { d: 'gmail.com' } }), {}],
    ['foreign-signer', signedBy(RSA_2048, { tags: { d: 'mail.devcon.org' } }), {}],
    ['foreign-signer', signedBy(RSA_2048, { tags: { d: 'ethcc.io' } }), {}],
    ['foreign-signer', 'DKIM-Signature: nonsense\r\n'.concat(MAIL), {}],
    ['body-limited', signedBy(RSA_2048, { tags: { l: '5' } }), {}],
    ['body-limited', signedBy(RSA_2048, { tags: { l: '41' } }), {}],
    ['subject-unsigned', signedBy(RSA_2048, { tags: { h: 'From:To:Date' } }), {}],
    ['from-unsigned', signedBy(RSA_2048, { tags: { h: 'Subject:To:Date' } }), {}],
    ['duplicate-headers', `Subject: Your order for Devcon\r\n${signedBy(RSA_2048)}`, {}],
    ['duplicate-headers', `From: x@devcon.org\r\n${signedBy(RSA_2048)}`, {}],
    [
      'duplicate-headers',
      `Subject : Devcon\r\n${signedBy(RSA_2048, { tags: { h: 'From:Subject:Subject' } })}`,
      {},
    ],
    ['foreign-signer', `Subject: Devcon\r\n${signedBy(RSA_2048, { tags: { d: 'gmail.com' } })}`, {}],
    ['key-too-small', signedBy(RSA_512), { record: RSA_512.record }],
    ['algorithm-refused', signedBy(RSA_2048, { tags: { a: 'rsa-sha1' } }), {}],
  ] as [string, string, Setting][])('%s', async (reason, mail, setting) => {
    const { evidence } = await classify(mail, setting);
    expect(evidence).toMatchObject([{ event: 'devcon', tier: 'selfAttested', reason, signature: null }]);
  });

  test.each([
    [MAIL, {}, null],
    ['DKIM-Signature: nonsense\r\n'.concat(MAIL), {}, null],
    [signedBy(RSA_2048, { tags: { d: 'mail.devcon.org' } }), {}, { domain: 'mail.devcon.org', keyBits: 0 }],
    [signedBy(RSA_512), { record: RSA_512.record }, { domain: 'devcon.org', keyBits: 512 }],
    [signedBy(RSA_2048, { tags: { l: '5' } }), {}, { domain: 'devcon.org', keyBits: 2048 }],
    [
      signedBy(OTHER_RSA, { tags: { d: 'ethereum.org' } }, signedBy(RSA_2048, { tags: { h: 'From' } })),
      {},
      { domain: 'devcon.org', keyBits: 2048 },
    ],
    [`From: x@devcon.org\r\n${signedBy(RSA_2048)}`, {}, { domain: 'devcon.org', keyBits: 2048 }],
  ] as [string, Setting, Evidence['refused']][])(
    'with the signature that its reason is about (%#)',
    async (mail, setting, refused) => {
      expect((await classify(mail, setting)).evidence).toMatchObject([{ signature: null, refused }]);
    },
  );

  test('and the reason belongs to the signature that came closest', async () => {
    const inner = signedBy(RSA_2048, { tags: { h: 'From' } });
    expect(await tierOf(classify(signedBy(OTHER_RSA, {}, inner)))).toBe('subject-unsigned');
    expect(
      await tierOf(classify(signedBy(RSA_2048, { tags: { a: 'rsa-sha1' } }, changed(signedBy(RSA_2048))))),
    ).toBe('algorithm-refused');
    expect(await tierOf(classify(signedBy(RSA_2048, { tags: { d: 'lu.ma' } }, signedBy(RSA_2048))))).toBe(
      'verified',
    );
  });
});

test('a signature verifies only the events that its domain may sign for', async () => {
  const mail = MAIL.replace('See you', 'Your EthCC order is in. See you');
  const { evidence } = await classify(signedBy(RSA_2048, {}, mail));
  expect(evidence.map(({ event, tier, reason }) => [event, tier, reason])).toEqual([
    ['ethCC', 'selfAttested', 'foreign-signer'],
    ['devcon', 'verified', null],
  ]);
});

test('keys are looked up only for mail that attests, and only for domains that may sign for it', async () => {
  const asked: string[] = [];
  await classify(signedBy(RSA_2048, {}, MAIL.replace('the venue', 'home')), { asked });
  await classify(signedBy(RSA_2048, { tags: { d: 'gmail.com' } }), { asked });
  expect(asked).toEqual([]);
  await classify(signedBy(RSA_2048), { asked });
  expect(asked).toEqual(['test._domainkey.devcon.org']);
});

test('without the provider’s date, the mail’s own date is used, and x= is judged by it', async () => {
  const received = `Received: from a by b; Mon, 11 Nov 2024 12:00:00 +0000\r\n${MAIL}`;
  const noon = Date.UTC(2024, 10, 11, 12);
  const date = async (mail: string): Promise<number | null | undefined> =>
    (await classify(mail, { internalDate: null })).evidence[0]?.date;
  expect(await date(received)).toBe(noon);
  expect(await date(MAIL)).toBe(Date.UTC(2024, 10, 11, 9));
  expect(await date(MAIL.replace(/^Date:.*$/m, 'Date: soon'))).toBeNull();
  const expiring = signedBy(RSA_2048, { tags: { x: `${noon / 1000 + 1}` } }, received);
  expect(await tierOf(classify(expiring, { internalDate: null }))).toBe('verified');
});

test('a line that looks empty cannot hide text added under a valid signature', async () => {
  const newsletter = MAIL.replace('Your ticket for Devcon', 'Devcon news').replace(
    'the venue, with your ticket',
    'home',
  );
  const forged = `X-A: 1\r\n\r\r\nYour ticket, the venue.\r\n${signedBy(RSA_2048, {}, newsletter)}`;
  expect((await classify(forged)).evidence).toEqual([]);
});

test('a mail that cannot be read keeps its header and gives the reason', async () => {
  const result = await classify('');
  expect(result).toEqual({
    header: { messageId: 'id-1', subject: 'No Subject', from: '', to: '', date: '', dkim: '' },
    evidence: [],
    unreadable: 'no-header',
  });
});
