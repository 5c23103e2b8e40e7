import { describe, expect, test } from 'vitest';
import { allParts, mailTree, partText } from '../../../mail/mime/mail-tree.ts';

const tree = (text: string) => mailTree(Buffer.from(text.replaceAll('\n', '\r\n')));

describe('the tree of a mail', () => {
  test('unfolds headers and keeps their order and case', async () => {
    const { headers } = await tree('Subject: one\n two\nX-A: 1\nx-a: 2\n\nbody');
    expect(headers).toEqual([
      { name: 'Subject', value: 'one two' },
      { name: 'X-A', value: '1' },
      { name: 'x-a', value: '2' },
    ]);
  });

  test('undoes quoted-printable and base64, and the charset', async () => {
    const quoted = await tree(
      'Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: Quoted-Printable\n\nd=E9j=\n=E0 vu\n',
    );
    expect(partText(quoted)).toBe('déjà vu\r\n');
    const base64 = await tree('Content-Transfer-Encoding: BASE64\n\nR3LDvGV6\naQ==\n');
    expect(partText(base64)).toBe('Grüezi');
  });

  test('reads nested multiparts and attached messages', async () => {
    const mail = await tree(
      'Content-Type: multipart/mixed; boundary="a"\n\npreamble\n--a\nContent-Type: multipart/alternative; boundary=a-b\n\n--a-b\n\nplain\n--a-b\nContent-Type: text/html\n\n<p>html\n--a-b--\n--a\nContent-Type: message/rfc822\n\nSubject: inner\n\ninner text\n--a\nContent-Type: application/pdf; name="=?utf-8?Q?t=C3=A4g.pdf?="\nContent-Transfer-Encoding: base64\n\nJVBERg==\n--a--\nepilogue',
    );
    expect(allParts(mail).map(({ mimeType, filename }) => `${mimeType} ${filename}`.trim())).toEqual([
      'multipart/mixed',
      'multipart/alternative',
      'text/plain',
      'text/html',
      'message/rfc822',
      'text/plain',
      'application/pdf täg.pdf',
    ]);
    expect(allParts(mail).map(partText)).toEqual(['', '', 'plain', '<p>html', '', 'inner text\r\n', '']);
    expect(allParts(mail).at(-1)?.body).toEqual(new Uint8Array(Buffer.from('%PDF')));
  });

  test.each([
    ['nothing', ''],
    ['no header', '\nbody'],
    ['no body', 'Subject: x'],
    ['a multipart without a boundary', 'Content-Type: multipart/mixed\n\nbody'],
    ['a boundary that never comes', 'Content-Type: multipart/mixed; boundary=x\n\nbody'],
    ['a type that is none', 'Content-Type: ;;;\n\nbody'],
    ['a charset that is none', 'Content-Type: text/plain; charset=none\n\nbody'],
  ])('never throws: %s', async (_, text) => {
    expect(allParts(await tree(text)).map(partText)).toHaveLength(1);
  });

  test('stops at the depth limit', async () => {
    const deep = 'Content-Type: message/rfc822\n\n'.repeat(200);
    expect(allParts(await tree(deep)).length).toBeLessThan(50);
  });
});
