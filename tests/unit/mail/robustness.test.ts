/** No mail can make the evidence step throw or hang. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CATALOG } from '../../../catalog/index.ts';
import { parseMail } from '../../../mail/mime/parse-mail.ts';
import { verifyDkim } from '../../../mail/dkim/verify.ts';
import { mailToEvidence, createClassifier } from '../../../worker/evidence/index.ts';
import { bytes, signMail } from '../../support/mail/reference-signer.ts';
import { RSA_1024 } from '../../support/mail/test-keys.ts';

/** The number of inputs of each kind; the soak run sets 100,000. */
const RUNS = Number(process.env['WAYSTAMP_EVIDENCE_INPUTS'] ?? 300);
/** Milliseconds: 3 per input on an idle machine, with room for a busy one. */
const TIMEOUT = 60_000 + RUNS * 30;
const classifier = createClassifier(CATALOG);
const lookup = (): Promise<string[]> => Promise.resolve([RSA_1024.record, 'v=DKIM1; p=', '\u0000;=']);

/** Verifies, parses and classifies one mail, and checks that the results are well-formed. */
async function read(raw: Uint8Array): Promise<void> {
  const results = await verifyDkim(raw, lookup);
  for (const { status, reason } of results) expect(status === 'pass').toBe(reason === undefined);
  const mail = await parseMail(raw);
  expect(typeof mail.subject).toBe('string');
  const classified = await mailToEvidence(
    { messageId: 'x', raw, internalDate: null },
    { catalog: CATALOG, classifier, lookup },
  );
  expect(classified.header.messageId).toBe('x');
}

const SIGNED = signMail(
  [
    'From: Devcon <a@devcon.org>',
    'To: robin@mail.example',
    'Subject: =?utf-8?Q?Your_ticket?= for Devcon',
    'Content-Type: multipart/alternative; boundary="b"',
    'MIME-Version: 1.0',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'The venue =E2=80=94 your order',
    '--b',
    'Content-Type: text/html',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('<p>The venue</p>').toString('base64'),
    '--b--',
    '',
  ].join('\r\n'),
  { key: RSA_1024.privateKey },
);

test(
  'arbitrary bytes are read without an error',
  async () => {
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), read), { numRuns: RUNS, seed: 11 });
  },
  TIMEOUT,
);

test(
  'arbitrary header-like text is read without an error',
  async () => {
    const name = fc.constantFrom(
      'From',
      'Subject',
      'DKIM-Signature',
      'Content-Type',
      'Received',
      'To',
      'Date',
      '',
    );
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom(
        'v=1; a=rsa-sha256; d=devcon.org; s=x; h=from; bh=AA==; b=AA==',
        'multipart/mixed; boundary=b',
      ),
    );
    const line = fc.tuple(
      name,
      fc.constantFrom(':', ': ', ' :', ''),
      value,
      fc.constantFrom('\r\n', '\n', '\r', '\r\n '),
    );
    const mails = fc
      .tuple(fc.array(line, { maxLength: 20 }), fc.string({ unit: 'binary' }))
      .map(([lines, body]) => new Uint8Array(Buffer.from(`${lines.flat().join('')}\r\n${body}`)));
    await fc.assert(fc.asyncProperty(mails, read), { numRuns: RUNS, seed: 12 });
  },
  TIMEOUT,
);

test(
  'mutated mail is read without an error, and a changed signed byte never passes',
  async () => {
    const original = bytes(SIGNED);
    expect((await verifyDkim(original, lookup))[0]?.status).toBe('pass');
    const edit = fc.tuple(fc.nat(original.length - 1), fc.constantFrom('set', 'cut', 'double'), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 5 }), async (edits) => {
        let raw = [...original];
        for (const [at, kind, byte] of edits) {
          if (kind === 'set') raw[at] = byte;
          else if (kind === 'cut') raw = raw.slice(0, at).concat(raw.slice(at + (byte % 20)));
          else raw = raw.slice(0, at).concat(raw.slice(at, at + (byte % 200)), raw.slice(at));
        }
        await read(new Uint8Array(raw));
      }),
      { numRuns: RUNS, seed: 13 },
    );
    // Changes one letter at a time, outside of white space, tag names and the unsigned MIME headers.
    const signed = /robin|Your_ticket|venue|base64/g;
    for (const match of SIGNED.matchAll(signed)) {
      const raw = bytes(SIGNED);
      raw[match.index] = (raw[match.index] ?? 0) ^ 0x01;
      expect((await verifyDkim(raw, lookup))[0]?.status).toBe('fail');
    }
  },
  TIMEOUT,
);

test.each([
  ['a megabyte of spaces in a header', `Subject:${' '.repeat(1_000_000)}x\r\nFrom: a@b.c\r\n\r\n`],
  ['a megabyte of tags', `DKIM-Signature: ${'a=b;'.repeat(250_000)}\r\n\r\n`],
  ['a megabyte of h=', `DKIM-Signature: v=1; h=${'from:'.repeat(200_000)}\r\n\r\n`],
  ['50,000 signatures', `${'DKIM-Signature: v=1\r\n'.repeat(50_000)}From: a@b.c\r\n\r\n`],
  ['100,000 addresses', `To: ${'a@b.c, '.repeat(100_000)}\r\n\r\n`],
  ['half a million quotes', `To: ${'"'.repeat(500_000)}\r\nSubject: ${'=?'.repeat(200_000)}\r\n\r\n`],
  ['a million empty lines', `From: a@b.c\r\n\r\n${'\n'.repeat(1_000_000)}x`],
  ['300,000 lines of dashes', `Content-Type: multipart/mixed; boundary=-\r\n\r\n${'--\n'.repeat(300_000)}`],
  ['a line of two megabytes', `From: a@b.c\r\n\r\n${'Devcon.com/ticket@venue '.repeat(90_000)}`],
])('%s is read in time', async (_, mail) => {
  await expect(read(bytes(mail))).resolves.toBeUndefined();
});
