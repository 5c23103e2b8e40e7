/** The suites' mails, read by code other than the code being measured. */
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { describe, expect, it } from 'vitest';
import { allParts, mailTree, partText } from '../../../mail/mime/mail-tree.ts';
import { base64Lines, headerText, quotedPrintable } from '../../../worker/bench/mails/encodings.ts';
import { sampleMails } from '../../../worker/bench/mails/sample-mails.ts';
import { signedMails } from '../../../worker/bench/mails/signed-mails.ts';

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

describe('sample mails', async () => {
  const mails = sampleMails(20);
  const trees = await Promise.all(mails.map(({ raw }) => mailTree(raw)));

  it('contain their mark in every text that is shown', () => {
    for (const [at, tree] of trees.entries()) {
      const texts = allParts(tree).filter(({ mimeType }) => /^text\/(?:plain|html)$/.test(mimeType));
      expect(texts.length).toBeGreaterThan(0);
      for (const part of texts) expect(partText(part)).toContain(mails[at]?.mark);
    }
  });

  it('have every structure and transfer encoding', () => {
    const parts = trees.flatMap(allParts);
    const types = new Set(parts.map(({ mimeType }) => mimeType));
    const encodings = new Set(
      parts
        .flatMap(({ headers }) => headers)
        .filter(({ name }) => name.toLowerCase() === 'content-transfer-encoding')
        .map(({ value }) => value),
    );
    for (const type of ['alternative', 'mixed', 'related']) expect(types).toContain(`multipart/${type}`);
    for (const type of ['text/calendar', 'application/pdf', 'image/png']) expect(types).toContain(type);
    for (const encoding of ['8bit', 'base64', 'quoted-printable']) expect(encodings).toContain(encoding);
    expect(mails.filter(({ event }) => event !== null)).toHaveLength(1);
  });

  it('are as large as real mail', () => {
    const sizes = mails.map(({ raw }) => raw.length);
    expect(sizes.reduce((sum, size) => sum + size) / sizes.length).toBeGreaterThan(50_000);
  });

  it('are the same in every run, and all different', () => {
    expect(sampleMails(20)).toEqual(mails);
    expect(new Set(mails.map(({ raw }) => latin1(raw))).size).toBe(20);
  });
});

describe('transfer encodings', () => {
  const text = `${'Größe = 3 € '.repeat(20)}\r\nans Ende gesetzt: \r\n漢字`;

  it('have no line beyond 76 characters', () => {
    for (const encoded of [
      quotedPrintable(text),
      base64Lines(Buffer.from(text)),
      headerText('漢'.repeat(80)),
    ]) {
      expect(Math.max(...encoded.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(76);
    }
  });

  it('quote a space at the end of a line, which would otherwise be lost', () => {
    expect(quotedPrintable('a \r\nb')).toBe('a=20\r\nb');
  });
});

describe('signed mails', () => {
  it('verify with mailauth, and have 10 KB of body', async () => {
    const { raw, record } = await signedMails(3);
    for (const mail of raw) {
      const resolver = (): Promise<string[][]> => Promise.resolve([[record]]);
      const { results } = await dkimVerify(Buffer.from(mail), { resolver });
      expect(results.map(({ status }) => status.result)).toEqual(['pass']);
      const text = latin1(mail);
      const bodyBytes = text.length - text.indexOf('\r\n\r\n') - 4;
      expect(bodyBytes / 1024).toBeCloseTo(10, 1);
    }
    expect(new Set(raw.map(latin1)).size).toBe(3);
  });
});
