/** The signed body is read as its signer meant it, even if MIME headers are unsigned, repeated, or added later. */
import { describe, expect, test } from 'vitest';
import { CATALOG } from '../../../catalog/index.ts';
import { mailToEvidence, createClassifier } from '../../../worker/evidence/index.ts';
import { type SignOptions, bytes, signMail } from '../../support/mail/reference-signer.ts';
import { RSA_2048 } from '../../support/mail/test-keys.ts';

const classifier = createClassifier(CATALOG);
const TICKET = 'This is your ticket for Devcon SEA. See you at the venue.';
const NEWS = 'Forty talks are announced.';
const TELLING = 'Your ticket for Devcon SEA, and the way to the venue';
const QUIET = 'Hello Robin';
const H = 'From:To:Cc:Subject:Date:MIME-Version:Content-Type:Content-Transfer-Encoding';

interface Parts {
  subject?: string;
  mime?: readonly string[];
  body?: string;
  to?: readonly string[];
}

function compose({ subject = QUIET, mime = PLAIN, body = `${TICKET}\r\n`, to }: Parts = {}): string {
  return [
    'From: Devcon <tickets@devcon.org>',
    ...(to ?? ['To: Robin <robin@mail.example>']),
    `Subject: ${subject}`,
    'Date: Mon, 11 Nov 2024 09:00:00 +0000',
    ...mime,
    '',
    body,
  ].join('\r\n');
}
const PLAIN = [
  'MIME-Version: 1.0',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: 7bit',
] as const;

const sign = (mail: string, h: string = H, options: Partial<SignOptions> = {}): string =>
  signMail(mail, { key: RSA_2048.privateKey, ...options, tags: { h, ...options.tags } });

/** The verdict on the mail for Devcon: `verified`, the reason why not, or `nothing`. */
async function verdictOf(mail: string): Promise<string> {
  const { evidence } = await mailToEvidence(
    { messageId: 'x', raw: bytes(mail), internalDate: Date.UTC(2024, 10, 11, 10) },
    { catalog: CATALOG, classifier, lookup: () => Promise.resolve([RSA_2048.record]) },
  );
  return evidence.map(({ tier, reason }) => reason ?? tier).join() || 'nothing';
}

/** The mail with a line inserted before line `at` of the header. */
function inserted(mail: string, line: string, at: number): string {
  const lines = mail.split('\r\n');
  return [...lines.slice(0, at), line, ...lines.slice(at)].join('\r\n');
}

const MULTIPART = ['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=signed'] as const;
const part = (boundary: string, text: string, type = 'text/plain'): string =>
  `--${boundary}\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`;
/** A body that shows the first text with the signed boundary and the second text with another one. */
const twofold = (signed: string, other: string): string =>
  `${part('other', other)}--other--\r\n${part('signed', signed)}--signed--\r\n${part('other', other)}--other--\r\n`;

describe('MIME headers', () => {
  test('let the body count when each is signed once, or when there are none', async () => {
    expect(await verdictOf(sign(compose()))).toBe('verified');
    expect(await verdictOf(sign(compose({ mime: [] })))).toBe('verified');
    expect(await verdictOf(sign(compose({ mime: [] }), 'From:To:Subject'))).toBe('verified');
    expect(await verdictOf(sign(compose({ mime: MULTIPART, body: twofold(TICKET, NEWS) })))).toBe('verified');
  });

  test.each(['Content-Type', 'Content-Transfer-Encoding', 'MIME-Version'])(
    'leave only the subject to count when %s is unsigned',
    async (name) => {
      const h = H.replace(`:${name}`, '');
      expect(await verdictOf(sign(compose(), h))).toBe('mime-unsigned');
      expect(await verdictOf(sign(compose({ subject: TELLING }), h))).toBe('verified');
      expect(await verdictOf(sign(compose({ subject: TELLING, body: 'Hi\r\n' }), h))).toBe('verified');
      expect(await verdictOf(sign(compose({ body: `${NEWS}\r\n` }), h))).toBe('nothing');
    },
  );

  test.each([...PLAIN, 'Content-Disposition: inline'])(
    'leave only the subject to count when one is repeated (%s)',
    async (line) => {
      for (const h of [H, `${H}:Content-Type:Content-Transfer-Encoding:MIME-Version:Content-Disposition`]) {
        const twice = compose({ mime: [...PLAIN, line, ...(line.includes('Disposition') ? [line] : [])] });
        expect(await verdictOf(sign(twice, h))).toBe('mime-unsigned');
        expect(await verdictOf(sign(twice.replace(QUIET, TELLING), h))).toBe('verified');
      }
    },
  );
});

describe('removing a MIME header from a signed mail', () => {
  const ANSWER = `We will answer soon.\r\n\r\n`;
  const without = (mail: string, name: string): string => {
    const at = mail.indexOf(`\r\n${name}:`);
    return mail.slice(0, at) + mail.slice(mail.indexOf('\r\n', at + 2));
  };

  test.each([
    [
      'parts',
      'multipart/mixed; boundary=b',
      `--b\r\nContent-Type: message/rfc822\r\n\r\n\r\n${TICKET}\r\n--b--\r\n`,
    ],
    ['a quotation', 'text/html', `<p>${ANSWER}</p><blockquote>${TICKET}</blockquote>\r\n`],
  ])('does not make %s count as the signer’s words', async (_, type, body) => {
    const mail = sign(compose({ mime: [`Content-Type: ${type}`], body }), 'From:To:Subject:Date');
    expect(await verdictOf(mail)).toBe('nothing');
    expect(await verdictOf(without(mail, 'Content-Type'))).toBe('mime-unsigned');
  });

  test('does not turn encoded text into the signer’s words; text that no encoding would change counts', async () => {
    const mime = ['Content-Type: text/plain', 'Content-Transfer-Encoding: quoted-printable'];
    const h = 'From:To:Subject:Date:Content-Type';
    const quoting = sign(compose({ mime, body: `${ANSWER}=3E ${TICKET}\r\n` }), h);
    expect(await verdictOf(quoting)).toBe('nothing');
    expect(await verdictOf(without(quoting, 'Content-Transfer-Encoding'))).toBe('mime-unsigned');
    for (const body of [`${TICKET}\r\n`, `${TICKET} https://devcon.org/?ticket=none&id=42\r\n`]) {
      expect(await verdictOf(sign(compose({ mime: ['Content-Type: text/plain'], body }), h))).toBe(
        'verified',
      );
    }
  });
});

describe('an unsigned Content-Type added to a signed mail', () => {
  const FORGED = [
    'Content-Type: multipart/mixed; boundary=other',
    'Content-Type: multipart/mixed; boundary="nowhere"',
    'Content-Type: text/html',
    'content-type : application/octet-stream',
    'Content-Type: message/rfc822',
  ];
  const LINES_OF_HEADER = 8;

  test.each(FORGED)('shows nothing and verifies nothing, wherever it stands (%s)', async (line) => {
    const news = sign(compose({ mime: MULTIPART, body: twofold(NEWS, TICKET) }));
    expect(await verdictOf(news)).toBe('nothing');
    for (let at = 0; at < LINES_OF_HEADER; at += 1) {
      expect(await verdictOf(inserted(news, line, at))).not.toBe('verified');
    }
    // Above the signed header, it changes nothing at all.
    for (let at = 0; at < LINES_OF_HEADER - 1; at += 1) {
      expect(await verdictOf(inserted(news, line, at))).toBe('nothing');
    }
  });

  test.each(FORGED)('hides nothing (%s)', async (line) => {
    const ticket = sign(compose({ mime: MULTIPART, body: twofold(TICKET, NEWS) }));
    expect(await verdictOf(ticket)).toBe('verified');
    const telling = sign(compose({ subject: TELLING, mime: MULTIPART, body: twofold(NEWS, NEWS) }));
    for (let at = 0; at < LINES_OF_HEADER - 2; at += 1) {
      // The text is still there, but the mail cannot show which of the two headers its signer meant.
      expect(await verdictOf(inserted(ticket, line, at))).toBe('mime-unsigned');
      expect(await verdictOf(inserted(telling, line, at))).toBe('verified');
    }
  });

  test.each(FORGED)('breaks a signature that leaves no room for a second one (%s)', async (line) => {
    const ticket = sign(compose({ mime: MULTIPART, body: twofold(TICKET, NEWS) }), `${H}:Content-Type`);
    expect(await verdictOf(ticket)).toBe('verified');
    expect(await verdictOf(inserted(ticket, line, 0))).toBe('signature-failed');
  });
});

describe('the sender, the recipients and the subject', () => {
  test.each([
    ['to-unsigned', compose(), H.replace(':To', '')],
    ['to-unsigned', compose({ to: ['Cc: robin@mail.example'] }), H],
    ['duplicate-headers', compose({ to: ['To: robin@mail.example', 'To: kenji@mail.example'] }), `${H}:To`],
    ['duplicate-headers', `To: robin@mail.example\r\n${compose()}`, H],
    ['verified', compose({ to: ['To: kenji@mail.example', 'Cc: robin@mail.example'] }), H],
  ])('%s (%#)', async (verdict, mail, h) => {
    expect(await verdictOf(sign(mail, h))).toBe(verdict);
  });

  test('is read from the signed To and Cc alone, folded', async () => {
    const signedTo = async (mail: string): Promise<readonly string[]> => {
      const { evidence } = await mailToEvidence(
        { messageId: 'x', raw: bytes(mail), internalDate: Date.UTC(2024, 10, 11, 10) },
        { catalog: CATALOG, classifier, lookup: () => Promise.resolve([RSA_2048.record]) },
      );
      return evidence.flatMap((entry) => entry.signedTo);
    };
    const mail = compose({
      to: ['To: "robin@mail.example" <Kenji+d@mail.example>', 'Cc: <Lea.Keller+x@googlemail.com>'],
    });
    const written = 'Delivered-To: robin@mail.example\r\nX-Original-To: robin@mail.example\r\n';
    expect(await signedTo(`${written}Cc: robin@mail.example\r\n${sign(mail)}`)).toEqual([
      'kenji@mail.example',
      'leakeller@gmail.com',
    ]);
    expect(await signedTo(sign(mail, H.replace(':Cc', '')))).toEqual(['kenji@mail.example']);
  });
});

describe('the time of receipt', () => {
  const outOfUse = [
    {
      record: RSA_2048.record,
      firstSeen: '2020-01-01',
      lastSeen: '2020-12-31',
      missingSince: '2021-01-01',
      removed: null,
    },
  ];
  const verdict = async (mail: string, internalDate: number | null): Promise<string> => {
    const { evidence } = await mailToEvidence(
      { messageId: 'x', raw: bytes(mail), internalDate },
      { catalog: CATALOG, classifier, lookup: () => Promise.resolve(outOfUse) },
    );
    return evidence.map(({ tier, reason }) => reason ?? tier).join();
  };
  const IN_USE = Date.UTC(2020, 5, 1);
  const backdated = sign(compose().replace('Mon, 11 Nov 2024 09:00:00', 'Mon, 1 Jun 2020 00:00:00'));

  test('is never the Date header, nor a provider’s date copied from it', async () => {
    const received = (date: string): string => `Received: from a by b; ${date}\r\n${backdated}`;
    expect(await verdict(backdated, null)).toBe('key-outdated');
    expect(await verdict(received('Mon, 11 Nov 2024 09:00:05 +0000'), null)).toBe('key-outdated');
    expect(await verdict(received('Mon, 11 Nov 2024 09:00:05 +0000'), IN_USE)).toBe('key-outdated');
    expect(await verdict(received('yesterday'), null)).toBe('key-outdated');
    expect(await verdict(received('Mon, 1 Jun 2020 00:00:05 +0000'), IN_USE)).toBe('verified');
    expect(await verdict(received('Mon, 1 Jun 2020 00:00:05 +0000'), null)).toBe('verified');
    expect(await verdict(backdated, IN_USE)).toBe('verified');
  });

  test('is that of the topmost Received; a sender may write more of them below', async () => {
    const [own, forged] = ['Mon, 11 Nov 2024 09:00:05 +0000', 'Mon, 1 Jun 2020 00:00:05 +0000'].map(
      (date) => `Received: from a by b; ${date}\r\n`,
    );
    expect(await verdict(`${own}${forged}${backdated}`, null)).toBe('key-outdated');
  });
});
