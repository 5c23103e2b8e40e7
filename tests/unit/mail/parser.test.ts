import { afterEach, expect, test, vi } from 'vitest';
import { parseMime } from '../../../mail/mime/parser.ts';
import { bytes } from '../../support/mail/reference-signer.ts';

const MAIL = [
  'Content-Type: multipart/mixed; boundary=m',
  '',
  'preamble',
  '--m',
  'Content-Type: multipart/alternative; boundary=a',
  '',
  '--a',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: base64',
  '',
  'WsO8cmljaCwgZGVpbiBUaWNr',
  'ZXQ=',
  '--a',
  'Content-Type: text/html; charset=iso-8859-1',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  '<p>Z=FCrich, dein=',
  ' Ticket</p>',
  '--a--',
  '--m',
  'Content-Type: text/csv',
  'Content-Disposition: attachment',
  '',
  'one,two',
  'three',
  '--m--',
  '',
].join('\r\n');

afterEach(() => vi.unstubAllGlobals());

test('a mail is parsed without a Blob, which browsers keep in another process', async () => {
  vi.stubGlobal('Blob', function NoBlob() {
    throw new Error('A Blob was made.');
  });
  const { text, html, attachments } = await parseMime(bytes(MAIL).buffer as ArrayBuffer);
  expect(text?.trim()).toBe('Zürich, dein Ticket');
  expect(html?.trim()).toBe('<p>Zürich, dein Ticket</p>');
  const [csv] = attachments.map(({ content }) => new TextDecoder().decode(content as ArrayBuffer));
  expect(csv?.trim()).toBe('one,two\nthree');
});
