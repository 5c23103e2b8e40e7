/** Which bytes of a mail a signature covers: canonical forms, duplicates, folding, 8-bit text (RFC 6376 3.4, 5.4). */
import { describe, expect, test } from 'vitest';
import { HEADER, MAIL, sign, statusOf } from './dkim-setting.ts';

describe.each(['simple/simple', 'simple/relaxed', 'relaxed/simple', 'relaxed/relaxed', 'simple', 'relaxed'])(
  'c=%s',
  (c) => {
    const [headerMethod, bodyMethod = 'simple'] = c.split('/');
    const signed = sign({ tags: { c } });

    test('passes with CRLF and with LF', async () => {
      expect(await statusOf(signed)).toBe('pass');
      expect(await statusOf(signed.replaceAll('\r\n', '\n'))).toBe('pass');
    });

    test('allows exactly the permitted changes to the header', async () => {
      const refolded = signed.replace(
        'Subject: Your  ticket\r\n  for\tDevcon',
        'subject:Your ticket for Devcon  ',
      );
      expect(await statusOf(refolded)).toBe(
        headerMethod === 'relaxed' ? 'pass' : 'fail: The signature does not match the headers',
      );
      expect(await statusOf(signed.replace('for\tDevcon', 'for\tdevcon'))).toMatch(/^fail/);
      expect(await statusOf(signed.replace('for\tDevcon', 'for\u00A0Devcon'))).toMatch(/^fail/);
    });

    test('takes repeated and folded fields from the bottom, each one whole', async () => {
      const list = '\r\nX-A: first\r\n\tof two \r\nX-A:\tsecond\r\n  of\ttwo\t\r\n\r\n';
      const mail = MAIL.replace('\r\n\r\n', list);
      const one = sign({ tags: { c, h: 'From:Subject:X-A' } }, mail);
      const both = sign({ tags: { c, h: 'From:X-A:Subject:X-A' } }, mail);
      for (const intact of [one, both]) expect(await statusOf(intact)).toBe('pass');
      for (const [old, changed] of [
        ['first', 'third'],
        ['\tof two', '\tof  all'],
      ] as const) {
        expect(await statusOf(one.replace(old, changed))).toBe('pass');
        expect(await statusOf(both.replace(old, changed))).toMatch(/^fail/);
      }
      for (const folded of [one, both]) {
        expect(await statusOf(folded.replace('second', 'third'))).toMatch(/^fail/);
        expect(await statusOf(folded.replace('of\ttwo', 'of all'))).toMatch(/^fail/);
      }
      const swapped = mail.replace(
        list,
        '\r\nX-A:\tsecond\r\n  of\ttwo\t\r\nX-A: first\r\n\tof two \r\n\r\n',
      );
      expect(await statusOf(both.replace(mail, swapped))).toMatch(/^fail/);
    });

    test('accepts no further header when h= names one more than the mail has', async () => {
      const closed = sign({ tags: { c, h: 'From:From:Subject:Subject:Reply-To' } });
      expect(await statusOf(closed)).toBe('pass');
      for (const added of ['From: x@x.example', 'subject : x', 'Reply-To: x@x.example']) {
        expect(await statusOf(`${added}\r\n${closed}`)).toMatch(/^fail/);
        expect(await statusOf(closed.replace('\r\n\r\n', `\r\n${added}\r\n\r\n`))).toMatch(/^fail/);
      }
    });

    test('allows exactly the permitted changes to the body', async () => {
      const spaced = signed.replace('see  you at the \tvenue. \r\n', 'see you\tat the venue.\t\r\n');
      expect(await statusOf(spaced)).toBe(
        bodyMethod === 'relaxed' ? 'pass' : 'fail: The body was changed after it was signed',
      );
      expect(await statusOf(`${signed}\r\n\r\n`)).toBe('pass');
      expect(await statusOf(signed.replace('Hello', 'Hallo'))).toMatch(/^fail: The body/);
      expect(await statusOf(`${signed}x`)).toMatch(/^fail: The body/);
    });
  },
);

describe('headers', () => {
  test('of one name are taken from the bottom', async () => {
    const twice = `X-A: top\r\n${MAIL.replace('\r\n\r\n', '\r\nX-A: bottom\r\n\r\n')}`;
    const signed = sign({ tags: { h: 'From:Subject:X-A' } }, twice);
    expect(await statusOf(signed)).toBe('pass');
    expect(await statusOf(signed.replace('X-A: top', 'X-A: changed'))).toBe('pass');
    expect(await statusOf(signed.replace('X-A: bottom', 'X-A: changed'))).toMatch(/^fail/);
    const both = sign({ tags: { h: 'From:Subject:X-A:X-A' } }, twice);
    expect(await statusOf(both)).toBe('pass');
    expect(await statusOf(both.replace('X-A: top', 'X-A: changed'))).toMatch(/^fail/);
  });

  test('added after oversigning break the signature', async () => {
    const open = sign({ tags: { h: 'From:To:Subject:Date' } });
    const closed = sign({ tags: { h: 'From:From:To:Subject:Subject:Date:Cc' } });
    for (const added of ['Subject: Forged\r\n', 'From: forged@x.example\r\n', 'Cc: c@x.example\r\n']) {
      expect(await statusOf(added + open)).toBe('pass');
      expect(await statusOf(added + closed)).toMatch(/^fail/);
    }
    expect(await statusOf(closed)).toBe('pass');
  });

  test('named in h= may be folded, in any case, and absent from the mail', async () => {
    expect(await statusOf(sign({ tags: { h: 'FROM :\r\n\tsubject:\r\n X-None : dAtE' } }))).toBe('pass');
  });

  test('never include the signature itself beyond its own field (RFC 6376 3.5, h=)', async () => {
    const signed = sign({ tags: { h: 'From:Subject:DKIM-Signature' } });
    expect(await statusOf(signed)).toBe('pass');
    expect(await statusOf(signed.replace('\r\nFrom:', '\r\nDKIM-Signature: v=1; b=x\r\nFrom:'))).toMatch(
      /^fail/,
    );
  });

  test('include lines that are not fields, as part of the field above', async () => {
    const signed = sign();
    expect(await statusOf(signed.replace('\r\nDate:', '\r\nslipped in\r\nDate:'))).toMatch(/^fail/);
    expect(await statusOf(signed.replace('\r\nDate:', '\r\n\u00A0Subject: x\r\nDate:'))).toMatch(/^fail/);
  });

  test('of 8-bit text are signed byte for byte', async () => {
    const utf8 = Buffer.from('Grüße, チケット', 'utf8').toString('latin1');
    for (const subject of [utf8, 'Gr\u00FC\u00DFe', '\u0080\u00FF \u00A0']) {
      const mail = MAIL.replace('Your  ticket', subject);
      for (const c of ['simple/simple', 'relaxed/relaxed']) {
        const signed = sign({ tags: { c } }, mail);
        expect(await statusOf(signed)).toBe('pass');
        expect(await statusOf(signed.replace(subject, `${subject}\u00A0`))).toMatch(/^fail/);
      }
    }
  });

  test('may fold the signature anywhere, with b= in the middle', async () => {
    for (const c of ['simple/simple', 'relaxed/relaxed']) {
      const signed = sign({ tags: { c }, layout: (field) => field.replaceAll('; ', ' ;\r\n\t ') });
      expect(await statusOf(signed)).toBe('pass');
      const split = signed.replace(/; b=|;\r\n\t b=/, (b) => `${b}\r\n  `).replace(/=\r\n/, '= \t\r\n');
      expect(await statusOf(c === 'relaxed/relaxed' ? split : signed)).toBe('pass');
    }
  });

  test('must include a signed From', async () => {
    expect(await statusOf(sign({ tags: { h: 'Subject:Date' } }))).toBe(
      'permerror: The signature leaves From unsigned',
    );
  });

  test('without an end leave no body', async () => {
    const mail = `${HEADER}\r\n\r\n`;
    const signed = sign({}, mail).slice(0, -2);
    expect(await statusOf(signed)).toBe('pass');
  });

  test('may follow an mbox line', async () => {
    expect(await statusOf(`From robin@mail.example Mon Nov 11 10:00:00 2024\r\n${sign()}`)).toBe('pass');
  });
});
