import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AppError } from '../../../worker/contract.ts';
import { toAppError } from '../../../worker/errors.ts';
import { createMboxMailbox } from '../../../worker/mailbox/index.ts';
import type { FileMail } from '../../../worker/mailbox/mailbox.ts';
import { MboxSplitter } from '../../../mail/mbox/splitter.ts';
import { SEPARATOR, all, file, mbox, texts } from '../../support/mail/mbox-text.ts';

describe('an mbox file', () => {
  it('gives each mail as it was sent, without the separator and the blank line after it', async () => {
    expect(await texts(mbox(['Subject: a\n\none', 'Subject: b\n\ntwo\n\nthree']))).toEqual([
      'Subject: a\n\none\n',
      'Subject: b\n\ntwo\n\nthree\n',
    ]);
  });

  it('may end its lines with CRLF', async () => {
    expect(await texts(mbox(['Subject: a\n\none', 'Subject: b\n\ntwo'], { eol: '\r\n' }))).toEqual([
      'Subject: a\r\n\r\none\r\n',
      'Subject: b\r\n\r\ntwo\r\n',
    ]);
  });

  it('may lack the blank lines between mails', async () => {
    expect(await texts(mbox(['Subject: a\n\none', 'Subject: b\n\ntwo'], { blank: false }))).toEqual([
      'Subject: a\n\none\n',
      'Subject: b\n\ntwo\n',
    ]);
  });

  it('may begin with a byte order mark and blank lines', async () => {
    expect(await texts(`\uFEFF\r\n\n${mbox(['Subject: a\n\none'])}`)).toEqual(['Subject: a\n\none\n']);
  });

  it('unquotes `>From ` as written by mboxrd and mboxo, and leaves any other `>` alone', async () => {
    const body = '>From the start\n>>From deeper\n> From a reply\n>Fromage\n>from below';
    expect(await texts(mbox([`Subject: a\n\n${body}`]))).toEqual([
      'Subject: a\n\nFrom the start\n>From deeper\n> From a reply\n>Fromage\n>from below\n',
    ]);
  });

  it('does not take an unquoted line of text for a separator', async () => {
    const body = 'Hello\n\nFrom here on: it rains\nFrom Monday at 10:00 in 2026 we meet\n\nFrom now\n\nbye';
    expect(await texts(mbox([`Subject: a\n\n${body}`]))).toEqual([`Subject: a\n\n${body}\n`]);
  });

  it('accepts the separators of other programs', async () => {
    const separators = [
      'From MAILER-DAEMON Fri Jul  8 12:08:34 2011',
      'From - Sat Oct 07 09:15:00 2023',
      'From alice@mail.example Thu Jan  1 00:00:00 1970 +0000',
      'From ???@??? Mon, 4 May 2026 10:00:00 +0200',
      'From alice@mail.example 2026-05-04 10:00:00',
    ];
    const text = separators.map((line, index) => `${line}\nSubject: ${index}\n\nx\n\n`).join('');
    expect(await texts(text)).toEqual(separators.map((_, index) => `Subject: ${index}\n\nx\n`));
    expect(
      await texts('From bob@mail.example\nSubject: a\n\nx\n\nFrom eve@mail.example\nSubject: b\n\ny\n'),
    ).toEqual(['Subject: a\n\nx\n', 'Subject: b\n\ny\n']);
  });

  it('that was cut off gives what is left of its last mail', async () => {
    const whole = mbox(['Subject: a\n\none', 'Subject: b\n\nIt ends in the mid']);
    expect(await texts(whole.slice(0, whole.indexOf('mid')))).toEqual([
      'Subject: a\n\none\n',
      'Subject: b\n\nIt ends in the ',
    ]);
    expect(await texts(`${mbox(['Subject: a\n\none'])}From 179@xxx Mon May`)).toEqual([
      'Subject: a\n\none\n\nFrom 179@xxx Mon May',
    ]);
    expect(await texts(`${mbox(['Subject: a\n\none'])}${SEPARATOR}\nSubj`)).toEqual([
      'Subject: a\n\none\n',
      'Subj',
    ]);
  });

  it('that was cut off anywhere gives every mail before the cut, and nothing else', async () => {
    for (const eol of ['\n', '\r\n']) {
      const whole = mbox(
        ['Subject: a\n\none', 'Subject: b\n\n>From two\n\nFrom here on', 'Subject: c\n\nthree'],
        {
          eol,
        },
      );
      const mails = await texts(whole);
      const starts = [...whole.matchAll(/^From 179/gm)].map(({ index }) => index);
      for (let cut = SEPARATOR.length + eol.length + 1; cut < whole.length; cut += 1) {
        const found = await texts(whole.slice(0, cut));
        // The mails that a following separator ended, and the beginning of one more.
        const ended = starts.slice(1).filter((start) => cut > start + SEPARATOR.length + eol.length).length;
        expect(found.slice(0, ended)).toEqual(mails.slice(0, ended));
        expect(found.length).toBeLessThanOrEqual(ended + 1);
      }
    }
  });

  it('identifies each mail by the SHA-256 of its bytes', async () => {
    const [one] = await all(file(mbox(['Subject: a\n\none'])));
    const digest = createHash('sha256').update('Subject: a\n\none\n').digest('hex');
    expect(one).toMatchObject({ kind: 'mail', messageId: digest });
  });

  it('counts a mail that is too large without storing it, and continues with the next', async () => {
    const giant = `Subject: big\n\n${'x'.repeat(999)}\n`.padEnd(50_000, 'y');
    const mails = await all(file(mbox(['Subject: a\n\none', giant, 'Subject: b\n\ntwo'])), 0, 10_000);
    expect(mails.map((one) => (one.kind === 'mail' ? one.raw.length : one.reason))).toEqual([
      16,
      'too-large',
      16,
    ]);
  });

  it('can be resumed at the offset of any mail', async () => {
    const whole = file(mbox(['Subject: a\n\none', 'Subject: b\n\n>From x', 'Subject: c\n\nthree']));
    const mails = await all(whole);
    expect(mails.at(-1)?.nextOffset).toBe(whole.size);
    for (const [index, { nextOffset }] of mails.entries()) {
      expect(await all(whole, nextOffset)).toEqual(mails.slice(index + 1));
    }
  });

  it('gives the same mails in whatever pieces its bytes arrive', () => {
    const line = fc.constantFrom(
      '',
      '>From x',
      '>>From y',
      'From z',
      'Subject: s',
      'text',
      '\r',
      '>',
      'From ',
      'F',
      SEPARATOR,
    );
    fc.assert(
      fc.property(
        fc.array(fc.array(line, { maxLength: 6 }), { minLength: 1, maxLength: 5 }),
        fc.constantFrom('\n', '\r\n'),
        fc.infiniteStream(fc.integer({ min: 1, max: 40 })),
        (mails, eol, sizes) => {
          const text = mails.map((lines) => [SEPARATOR, 'Subject: s', ...lines, ''].join(eol)).join('');
          const bytes = new TextEncoder().encode(text);
          const atOnce = split([bytes]);
          const pieces: Uint8Array<ArrayBuffer>[] = [];
          for (let at = 0; at < bytes.length;) {
            const size = sizes.next().value as number;
            pieces.push(bytes.slice(at, at + size));
            at += size;
          }
          expect(split(pieces)).toEqual(atOnce);
          expect(atOnce.length).toBeGreaterThanOrEqual(mails.length);
        },
      ),
      { seed: 6, numRuns: 400 },
    );
  });

  it('stops when it is cancelled', async () => {
    const cancel = new AbortController();
    const seen: FileMail[] = [];
    const reading = (async () => {
      const mails = createMboxMailbox(
        file(mbox(Array.from({ length: 50_000 }, (_, i) => `Subject: ${i}\n\n${'x'.repeat(80)}`))),
      );
      for await (const one of mails.mails(0, cancel.signal)) {
        seen.push(one);
        cancel.abort();
      }
    })();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    expect(seen.length).toBe(1);
  });
});

function split(pieces: Uint8Array<ArrayBuffer>[]): { raw: string; nextOffset: number }[] {
  const splitter = new MboxSplitter(0, 1_000_000);
  const mails = [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()];
  return mails.map(({ raw, nextOffset }) => ({ raw: Buffer.from(raw ?? []).toString('latin1'), nextOffset }));
}

describe('a file that is not a mailbox', () => {
  const check = (blob: Blob): Promise<string> => createMboxMailbox(blob).fingerprint();

  it('is refused when it is empty or blank', async () => {
    await expect(check(file(''))).rejects.toMatchObject({ code: 'mbox_empty' });
    await expect(check(file(' \r\n\n\t\n'))).rejects.toMatchObject({ code: 'mbox_empty' });
  });

  it('is refused when it is a picture, random bytes or a text', async () => {
    const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1);
    const zeros = new Uint8Array(100_000);
    const prose = ['Dear diary', 'From here to eternity\nand back', 'From ', '{"a":1}'];
    for (const content of [jpeg, zeros, ...prose]) {
      await expect(check(file(content))).rejects.toMatchObject({ code: 'mbox_not_a_mailbox' });
    }
  });

  it('is recognised for what it is', async () => {
    const cases: [string | Uint8Array<ArrayBuffer>, AppError['is']][] = [
      [Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0), 'packed'],
      [Uint8Array.of(0x1f, 0x8b, 8, 0), 'packed'],
      [Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1), 'outlook'],
      ['Delivered-To: a@mail.example\r\nSubject: x\r\n\r\nHello', 'single-mail'],
      ['Received: by x; Mon, 4 May 2026\r\nFrom: a@mail.example\r\n\r\nHello', 'single-mail'],
    ];
    for (const [content, is] of cases) {
      const error = await check(file(content)).catch(toAppError);
      expect(error).toEqual({ code: 'mbox_not_a_mailbox', message: 'mbox_not_a_mailbox', is });
    }
  });

  it('is reported when it cannot be read', async () => {
    const gone = file('From x');
    Object.defineProperty(gone, 'slice', {
      value: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }),
    });
    await expect(check(gone)).rejects.toMatchObject({ code: 'mbox_unreadable' });
  });
});

describe('the fingerprint of a file', () => {
  it('is the same for the same file, and another for a longer one or a different beginning', async () => {
    const of = (text: string): Promise<string> => createMboxMailbox(file(text)).fingerprint();
    const first = mbox(['Subject: a\n\none']);
    expect(await of(first)).toBe(await of(first));
    expect(await of(first)).not.toBe(await of(first + first));
    expect(await of(first)).not.toBe(await of(first.replace('one', 'two')));
  });
});
