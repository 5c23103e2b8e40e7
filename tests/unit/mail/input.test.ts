/** Removing parts before parsing must not change the words that are read. */
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { createRandom } from '../../../server/demo/mailbox/random.ts';
import type { Random } from '../../../server/demo/mailbox/random.ts';
import { splitMail } from '../../../mail/header/raw-mail.ts';
import { mimeInput } from '../../../mail/mime/input.ts';
import { MAX_TEXT_BYTES } from '../../../mail/mime/text-limit.ts';
import { parseMail } from '../../../mail/mime/parse-mail.ts';
import { bytes } from '../../support/mail/reference-signer.ts';

const WORDS = [
  'Devcon',
  'ticket',
  'venue',
  '--',
  '-- ',
  '----',
  'X-A: b',
  'Content-Type: x',
  '',
  '.',
  'a=b',
  'QUJD',
];

function text(random: Random): string {
  const lines: string[] = [];
  for (let count = random.between(0, 11); count > 0; count -= 1) {
    const line = Array.from({ length: random.between(0, 3) }, () => random.pick(WORDS));
    lines.push(line.join(' '));
  }
  return lines.join('\r\n');
}

function base64(content: string): string {
  return Buffer.from(content, 'latin1')
    .toString('base64')
    .replaceAll(/.{20}/g, (line) => `${line}\r\n`);
}

/** A part with its header; `depth` bounds the nesting. */
function part(random: Random, depth: number): string {
  const kind = depth > 0 ? random.between(0, 8) : random.between(0, 5);
  switch (kind) {
    case 0:
      return `\r\n${text(random)}`;
    case 1:
      return `Content-Type: text/plain; charset=utf-8\r\n\r\n${text(random)}`;
    case 2:
      return `content-type:text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(text(random))}`;
    case 3:
      return `Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nsoft=\r\nbreak =44\r\nend`;
    case 4:
      return `Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(text(random))}\r\n`;
    case 5:
      return `Content-Type: application/pdf; name="--x"\r\nContent-Transfer-Encoding: 7bit\r\n\r\n${text(random)}`;
    case 6:
      return `Content-Type: message/rfc822\r\n\r\nSubject: inner\r\n${part(random, depth - 1)}`;
    default: {
      const boundary = random.pick(['b', 'b-', '--b', '=_x', 'a b']) + depth;
      const parts = Array.from({ length: random.between(1, 3) }, () => part(random, depth - 1));
      const open = parts.map((inner) => `--${boundary}\r\n${inner}\r\n`).join('');
      const type = random.pick(['mixed', 'related', 'digest']);
      const preamble = random.chance(0.3) ? `${text(random)}\r\n` : '';
      return `Content-Type: multipart/${type};\r\n boundary="${boundary}"\r\n\r\n${preamble}${open}--${boundary}--\r\n`;
    }
  }
}

function words(mail: string): string[] {
  return mail.split(/\s+/).filter((word) => word !== '');
}

test('the words of generated mails are those that the MIME parser finds in the whole mail', async () => {
  let withText = 0;
  for (let seed = 1; seed <= 600; seed += 1) {
    const mail = `Subject: x\r\nMIME-Version: 1.0\r\n${part(createRandom(`mime ${seed}`), 3)}`;
    for (const raw of [bytes(mail), bytes(mail.replaceAll('\r\n', '\n'))]) {
      const whole = await PostalMime.parse(raw, { forceRfc822Attachments: true });
      const read = await parseMail(raw);
      expect({ seed, words: words(read.text) }).toEqual({ seed, words: words(whole.text ?? '') });
      if (read.text !== '') withText += 1;
    }
  }
  expect(withText).toBeGreaterThan(600);
});

test('a mail with too much text is read in part, and says so', async () => {
  const unit = 'Some words of a mail that has no lines. ';
  for (const encoded of [false, true]) {
    const body = `Devcon ${unit.repeat(100_000)}end`;
    const content = encoded ? btoa(body).replaceAll(/.{76}/g, '$&\r\n') : body;
    const mail = await parseMail(
      bytes(`Subject: x\r\n${encoded ? 'Content-Transfer-Encoding: base64\r\n' : ''}\r\n${content}`),
    );
    expect(mail.text).toMatch(/^Devcon Some words/);
    expect(mail.text.length).toBeGreaterThan(1_400_000);
    expect(mail.text.length).toBeLessThanOrEqual(MAX_TEXT_BYTES);
    expect(mail.unreadable).toBe('read-in-part');
  }
});

test('a mail with too many lines is read in part, and says so', async () => {
  const lines = 'word =\r\n'.repeat(150_000);
  const mail = await parseMail(
    bytes(`Subject: x\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nDevcon\r\n${lines}end`),
  );
  expect(mail.text).toMatch(/^Devcon/);
  expect(mail.text).not.toContain('end');
  expect(mail.unreadable).toBe('read-in-part');
});

test('the base64 of an attachment is passed over once', async () => {
  const size = 2 * 1024 * 1024;
  const lines = `${'A'.repeat(76)}\r\n`.repeat(size / 78);
  const raw = new TextEncoder().encode(
    'Content-Type: multipart/mixed; boundary=b\r\n\r\n' +
      `--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n${lines}--b--\r\n`,
  );
  let steps = 0;
  const input = await mimeInput(splitMail(raw), async () => void (steps += 1));
  expect(input.bytes.byteLength).toBeLessThan(1_000);
  // A step is 256 KB; looking for the boundary first would take as many again.
  expect(steps).toBeLessThanOrEqual(size / (256 * 1024) + 4);
});
