import { describe, expect, test } from 'vitest';
import { foldAddress } from '../../../mail/header/fold-address.ts';
import { parseDate } from '../../../mail/header/receipt-date.ts';
import { parseMail } from '../../../mail/mime/parse-mail.ts';
import type { ParsedMail } from '../../../mail/mime/parse-mail.ts';
import { bytes } from '../../support/mail/reference-signer.ts';

const utf8 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
const parse = (lines: string[]): Promise<ParsedMail> => parseMail(bytes(lines.join('\r\n')));
const multipart = (boundary: string, type: string): string =>
  `Content-Type: multipart/${type}; boundary="${boundary}"`;

describe('the header', () => {
  test('is decoded: encoded words, folding, raw UTF-8 and raw Latin-1', async () => {
    const mail = await parse([
      'From: =?utf-8?B?RMOpdmNvbg==?= <a@devcon.org>',
      'To: Robin <robin@mail.example>,',
      ' =?iso-8859-1?Q?J=F6rg?= <joerg@mail.example>',
      'Cc: x@y.example',
      'Subject: =?utf-8?Q?Ihr_Ticket?= =?utf-8?Q?_f=C3=BCr?=',
      `  ${utf8('Grüße')}`,
      'Date: Mon, 11 Nov 2024 10:00:00 +0100 (CET)',
      'DKIM-Signature: v=1; a=rsa-sha256;',
      '  b=abc',
      'DKIM-Signature: v=1; b=def',
      'X-Latin: caf\u00E9',
      '',
      'Hello',
    ]);
    expect(mail).toMatchObject({
      subject: 'Ihr Ticket für Grüße',
      from: 'Dévcon <a@devcon.org>',
      to: 'Robin <robin@mail.example>, Jörg <joerg@mail.example>',
      date: 'Mon, 11 Nov 2024 10:00:00 +0100 (CET)',
      dkim: 'v=1; a=rsa-sha256;  b=abc\nv=1; b=def',
      addressedTo: ['robin@mail.example', 'joerg@mail.example', 'x@y.example'],
      text: 'Hello',
      parts: ['Hello'],
      receivedAt: null,
      unreadable: null,
    });
  });

  test('without a subject, or with an empty one, says so', async () => {
    expect((await parse(['From: a@b.example', '', ''])).subject).toBe('No Subject');
    expect((await parse(['Subject:', '', ''])).subject).toBe('No Subject');
    expect((await parse(['Subject: =?utf-8?Q?_?=', '', ''])).subject).toBe('No Subject');
  });

  test('with two subjects shows the first and counts both, however they are written', async () => {
    const mail = await parse(['Subject: one', 'SUBJECT : two', '', '']);
    expect(mail.subject).toBe('one');
  });

  test('gives the time of receipt from the topmost Received', async () => {
    const mail = await parse([
      'Received: from a (x; y) by b; Mon, 11 Nov 2024',
      '\t10:00:05 -0800 (PST)',
      'Received: from c by a; Mon, 11 Nov 2024 10:00:00 +0000',
      '',
      '',
    ]);
    expect(mail.receivedAt).toBe(Date.UTC(2024, 10, 11, 18, 0, 5));
    expect((await parse(['Received: by b; soon', '', ''])).receivedAt).toBeNull();
    expect((await parse(['Received: nothing', '', ''])).receivedAt).toBeNull();
  });
});

describe('recipients', () => {
  test('are all of To, Cc, Delivered-To and X-Original-To, folded, each once', async () => {
    const mail = await parse([
      'To: "Keller, Robin" <Robin.Keller+travel@GMail.com>, Team: a@x.example, b@x.example;',
      'Cc: robinkeller@gmail.com, r.keller@googlemail.com',
      'Delivered-To: Other.Name@x.example',
      'X-Original-To: list+tag@x.example',
      'Bcc: hidden@x.example',
      '',
      '',
    ]);
    expect(mail.addressedTo).toEqual([
      'robinkeller@gmail.com',
      'a@x.example',
      'b@x.example',
      'rkeller@gmail.com',
      'other.name@x.example',
      'list@x.example',
    ]);
  });

  test.each([
    ['Robin.Keller@Gmail.com', 'robinkeller@gmail.com'],
    ['r.k+a+b@googlemail.com', 'rk@gmail.com'],
    ['r.k+a@mail.example', 'r.k@mail.example'],
    ['+tag@mail.example', '+tag@mail.example'],
    ['a@b+c.example', 'a@b+c.example'],
    [' X@Y.EXAMPLE ', 'x@y.example'],
    ['no address', 'no address'],
    ['', ''],
  ])('foldAddress(%s)', (address, folded) => {
    expect(foldAddress(address)).toBe(folded);
  });
});

describe('the body', () => {
  test('is read in its transfer encoding and charset', async () => {
    const encoded = async (charset: string, encoding: string, body: string): Promise<string> =>
      (
        await parse([
          `Content-Type: text/plain; charset=${charset}`,
          `Content-Transfer-Encoding: ${encoding}`,
          '',
          body,
        ])
      ).text;
    expect(await encoded('utf-8', 'base64', Buffer.from('Grüße').toString('base64'))).toBe('Grüße');
    expect(await encoded('utf-8', 'quoted-printable', 'Gr=C3=BC=\r\n=C3=9Fe')).toBe('Grüße');
    expect(await encoded('iso-8859-1', '8bit', 'Gr\u00FC\u00DFe')).toBe('Grüße');
    expect(await encoded('iso-2022-jp', '7bit', '\u001B$B%A%1%C%H\u001B(B')).toBe('チケット');
    expect(await encoded('no-such-charset', '7bit', 'plain')).toBe('plain');
  });

  test('gives every version of an alternative, plain text first', async () => {
    const mail = await parse([
      multipart('b', 'alternative'),
      '',
      'preamble',
      '--b',
      'Content-Type: text/html',
      '',
      '<p>Your <b>ticket</b></p><style>x{}</style>',
      '--b',
      'Content-Type: text/plain',
      '',
      'plain text',
      '--b--',
      'epilogue',
    ]);
    expect(mail.text.trim()).toBe('plain text');
    expect(mail.parts.map((part) => part.trim())).toEqual(['plain text', 'Your ticket']);
  });

  test('is the words of the HTML if there is no plain text', async () => {
    const mail = await parse([
      'Content-Type: text/html',
      '',
      '<td>Devcon</td><td hidden>x</td><td>venue</td>',
    ]);
    expect(mail.text).toBe('Devcon\n\nvenue');
    expect(mail.parts).toEqual(['Devcon\n\nvenue']);
  });

  test('is found in nested parts, without attachments and attached mail', async () => {
    const mail = await parse([
      multipart('a', 'mixed'),
      '',
      '--a',
      multipart('b', 'related'),
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'inner',
      '--b--',
      '--a',
      'Content-Type: text/plain; name=x.txt',
      'Content-Disposition: attachment; filename=x.txt',
      '',
      'attached words',
      '--a',
      'Content-Type: message/rfc822',
      '',
      'Subject: forwarded',
      '',
      'forwarded words',
      '--a--',
    ]);
    expect(mail.text).toContain('inner');
    expect(mail.text).not.toContain('forwarded words');
    expect(mail.text).not.toContain('attached words');
  });

  test('of a mail with a large attachment is read without decoding the attachment', async () => {
    const attachment = Buffer.alloc(5_000_000, 'waystamp')
      .toString('base64')
      .replaceAll(/.{76}/g, (line) => `${line}\r\n`);
    const text = [
      multipart('a', 'mixed'),
      '',
      '--a',
      'Content-Type: text/plain',
      '',
      'before',
      '--a',
      'Content-Type: application/pdf; name=x.pdf',
      'Content-Transfer-Encoding: base64',
      '',
      attachment,
      '--a',
      'Content-Type: text/plain',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('after').toString('base64'),
      '--a--',
      '',
    ];
    for (const lineEnd of ['\r\n', '\n']) {
      const mail = await parseMail(bytes(text.join('\r\n').replaceAll('\r\n', lineEnd)));
      expect(mail.text.split(/\s+/)).toEqual(['before', 'after']);
    }
  });

  test('keeps text in which an attachment only seems to begin', async () => {
    const filler = 'x'.repeat(70).concat('\r\n').repeat(1000);
    const mail = await parse([
      'Content-Type: text/plain',
      '',
      filler,
      '--',
      'Content-Type: application/pdf',
      'Content-Transfer-Encoding: base64',
      '',
      'AAAA',
      'this is no base64, and stays: Devcon!',
    ]);
    expect(mail.text).toContain('this is no base64, and stays: Devcon!');
  });

  test('begins where the signature check says it does', async () => {
    // A bare CR is not an empty line: in both readings, the header continues after it.
    const mail = await parseMail(
      bytes('Subject: x\r\nX-A: 1\r\n\r\r\nDevcon ticket venue\r\nFrom: a@b.c\r\n\r\nbody'),
    );
    expect(mail.text).toBe('body');
    expect(mail.from).toBe('a@b.c');
  });
});

describe('a broken mail', () => {
  test.each([
    ['nothing', '', 'no-header'],
    ['no header', '\r\nbody', 'no-header'],
    ['a picture', '\u00FF\u00D8\u00FF\u00E0\0\u0010JFIF\0', 'no-header'],
    ['a header without end', `Subject: x\r\n${'X-A: y\r\n'.repeat(200_000)}`, 'header-too-large'],
  ])('is reported: %s', async (_, raw, reason) => {
    expect((await parseMail(bytes(raw))).unreadable).toBe(reason);
  });

  test('keeps its header when the parts are nested too deeply', async () => {
    let raw = 'Subject: deep\r\n';
    for (let depth = 0; depth < 300; depth += 1)
      raw += `${multipart(`b${depth}`, 'mixed')}\r\n\r\n--b${depth}\r\n`;
    const mail = await parseMail(bytes(raw));
    expect(mail.subject).toBe('deep');
    expect(mail.unreadable).toBe('broken-mime');
  });

  test('is read as far as possible: missing boundary, unfinished part, wrong base64', async () => {
    expect((await parse([multipart('a', 'mixed'), '', '--a', '', 'cut off'])).text).toContain('cut off');
    expect((await parse(['Content-Type: multipart/mixed', '', 'no boundary'])).unreadable).toBeNull();
    const wrong = await parse(['Content-Transfer-Encoding: base64', '', 'SGVs*bG8', '!!!!']);
    expect(wrong.unreadable).toBeNull();
  });
});

test.each([
  ['Mon, 11 Nov 2024 10:00:00 +0100', Date.UTC(2024, 10, 11, 9)],
  ['11 Nov 2024 10:00:00 GMT', Date.UTC(2024, 10, 11, 10)],
  ['Fri, 11 Jul 2003 21:00:37 -0700 (PDT (nested))', Date.UTC(2003, 6, 12, 4, 0, 37)],
  ['', null],
  ['yesterday', null],
  [`Mon, 11 Nov 2024 10:00:00 +0100${' '.repeat(200)}`, null],
])('parseDate(%s)', (text, time) => {
  expect(parseDate(text)).toBe(time);
});
