import { describe, expect, test } from 'vitest';
import { CATALOG } from '../../../catalog/index.ts';
import { hashBody } from '../../../mail/dkim/canonical-body.ts';
import { htmlToText } from '../../../mail/mime/html-text.ts';
import { mailToEvidence, createClassifier } from '../../../worker/evidence/index.ts';
import type { MailEvidence } from '../../../worker/evidence/index.ts';
import { readMail } from '../../../mail/mime/parse-mail.ts';
import { splitMail } from '../../../mail/header/raw-mail.ts';
import type { Slice } from '../../../mail/slices.ts';
import { bytes, signMail } from '../../support/mail/reference-signer.ts';
import { RSA_2048 } from '../../support/mail/test-keys.ts';

const MEGABYTE = 1024 * 1024;
const HEADER =
  'From: tickets@devcon.org\r\nTo: a@b.example\r\nSubject: Devcon ticket for the venue\r\n' +
  'Date: Mon, 11 Nov 2024 09:00:00 +0000\r\nMIME-Version: 1.0\r\n';
const classifier = createClassifier(CATALOG);

function large(contentType: string, unit: string, size = 4 * MEGABYTE): string {
  const body = unit.repeat(Math.ceil(size / unit.length));
  return signMail(`${HEADER}Content-Type: ${contentType}\r\n\r\n${body}\r\n`, { key: RSA_2048.privateKey });
}

const MAILS = {
  'lines of text': large('text/plain', 'A line of a very long mail, with some words in it.\r\n'),
  'one line': large('text/plain', 'word '),
  'empty lines': large('text/plain', '\r\n'),
  'an attachment': signMail(
    [
      `${HEADER}Content-Type: multipart/mixed; boundary=b\r\n`,
      '--b\r\nContent-Type: text/plain\r\n\r\nSee you there.',
      `--b\r\nContent-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${`${'QUJD'.repeat(19)}\r\n`.repeat(53_000)}--b--\r\n`,
    ].join('\r\n'),
    { key: RSA_2048.privateKey },
  ),
  HTML: large('text/html', '<p>A paragraph of a <b>very</b> long mail.</p>\r\n'),
};

function classify(mail: string, slice: Slice): Promise<MailEvidence> {
  return mailToEvidence(
    { messageId: 'id-1', raw: bytes(mail), internalDate: Date.UTC(2024, 10, 11, 10) },
    { catalog: CATALOG, classifier, lookup: () => Promise.resolve([RSA_2048.record]), slice },
  );
}

describe.each(Object.entries(MAILS))('a large mail of %s', (kind, mail) => {
  test('is read in small steps, and the reading can be stopped at each of them', async () => {
    let steps = 0;
    const whole = await classify(mail, async () => void (steps += 1));
    expect(whole.evidence.map(({ tier }) => tier)).toEqual(['verified']);
    // Bodies are hashed and attachments skipped in steps of a quarter of a megabyte; HTML has smaller steps.
    expect(steps).toBeGreaterThan(kind === 'HTML' ? 100 : kind === 'an attachment' ? 30 : 15);

    const left = new Error('left');
    for (const at of new Set([1, 2, 3, 4, 5, Math.floor(steps / 2), steps - 1, steps])) {
      let step = 0;
      const leaving = classify(mail, () => (++step >= at ? Promise.reject(left) : Promise.resolve()));
      await expect(leaving).rejects.toBe(left);
      expect(step).toBeLessThanOrEqual(at + 1);
    }
  });
});

test('reading can also be stopped in a mail that cannot be read', async () => {
  const left = new Error('left');
  const broken = splitMail(bytes(`${HEADER}Content-Type: text/html\r\n\r\n<p>`));
  await expect(readMail(broken, () => Promise.reject(left))).rejects.toBe(left);
  await expect(htmlToText('<p>', () => Promise.reject(left))).rejects.toBe(left);
});

test('a line longer than a step gets the same hash as in one piece, wherever the step ends', async () => {
  for (const gap of [' ', '\t \t', ' '.repeat(1_000), 'x']) {
    for (const before of [-2, -1, 0, 1]) {
      const line = `${'w'.repeat(MEGABYTE / 4 + before)}${gap}${'v'.repeat(MEGABYTE / 2)} \t`;
      const relaxed = `${line.replaceAll(/[ \t]+/g, ' ').trimEnd()}\r\n`;
      const expected = await hashBody(bytes(relaxed), 'simple');
      expect(await hashBody(bytes(`${line}\r\n`), 'relaxed')).toEqual(expected);
    }
  }
});
