/**
 * Mails made to take long. Each repeats something for which a step of reading mail might need more than linear time.
 */
import type { Catalog } from '../../../catalog/index.ts';
import { ALTERNATING_NAMES, EQUAL_NAMES, NESTED_NAMES } from './hostile-catalogs.ts';
import { letter } from './prose.ts';
import { NAME_WORDS, SAMPLE_EVENT } from './sample-event.ts';
import { createSeeded } from './seeded.ts';

/** A shape of mail of any size. */
export interface HostileShape {
  name: string;
  /** A mail of about this size. */
  mail: (bytes: number) => Uint8Array<ArrayBuffer>;
  /** The catalog whose events are looked for; the built-in one if there is none. */
  catalog?: Catalog;
}

const HEADER = 'From: a@mail.example\r\nTo: robin.keller@mail.example\r\nMIME-Version: 1.0\r\n';
const encoder = new TextEncoder();

/** Ordinary text, for comparison. */
export function ordinaryMail(bytes: number): Uint8Array<ArrayBuffer> {
  return encoder.encode(`${HEADER}Subject: Lunch\r\n\r\n${ordinaryText(bytes)}`);
}

function ordinaryText(bytes: number): string {
  const seeded = createSeeded(1);
  const paragraphs: string[] = [];
  for (let length = 0; length < bytes;) {
    const paragraph = letter(seeded, 'en', 4);
    paragraphs.push(paragraph);
    length += paragraph.length + 4;
  }
  return paragraphs.join('\r\n\r\n').slice(0, bytes);
}

function repeated(unit: string, bytes: number): string {
  return unit.repeat(Math.ceil(bytes / encoder.encode(unit).length));
}

/** A body that repeats one unit. */
function text(name: string, unit: string, type = 'text/plain; charset=utf-8'): HostileShape {
  return {
    name,
    mail: (bytes) =>
      encoder.encode(`${HEADER}Subject: x\r\nContent-Type: ${type}\r\n\r\n${repeated(unit, bytes)}`),
  };
}

function html(name: string, unit: string, before = ''): HostileShape {
  const { mail } = text(name, unit, 'text/html; charset=utf-8');
  const type = 'text/html; charset=utf-8\r\n\r\n';
  return {
    name,
    mail:
      before === ''
        ? mail
        : (bytes) =>
            encoder.encode(`${HEADER}Subject: x\r\nContent-Type: ${type}${before}${repeated(unit, bytes)}`),
  };
}

/** A header field that repeats one unit; the rest of the size goes into the body. */
function field(name: string, begin: string, unit: string): HostileShape {
  return {
    name,
    mail: (bytes) => {
      const held = Math.min(bytes, LARGEST_HEADER);
      const rest = ordinaryText(bytes - held);
      return encoder.encode(`${HEADER}${begin}${repeated(unit, held)}\r\n\r\n${rest}`);
    },
  };
}

/** A size just below the largest header that is read, in bytes. */
const LARGEST_HEADER = 500_000;

function parts(name: string, head: string, unit: string): HostileShape {
  return {
    name,
    mail: (bytes) => encoder.encode(`${HEADER}Subject: x\r\n${head}${repeated(unit, bytes)}`),
  };
}

function nested(name: string, levels: number, type: (level: number) => string): HostileShape {
  return {
    name,
    mail: (bytes) => {
      let raw = `${HEADER}Subject: x\r\n`;
      for (let level = 0; level < levels; level += 1) raw += type(level);
      return encoder.encode(`${raw}\r\n${repeated('Words of a mail in mails.\r\n', bytes)}`);
    },
  };
}

/** Signatures by an event's signer: over the whole body in both forms, and over many lengths of it. */
const SIGNATURES = ['simple', 'relaxed', 'simple', 'relaxed', 'simple', 'relaxed', 'simple', 'relaxed']
  .map((method, at) => {
    const length = at < 2 ? '' : ` l=${1_000_000 + at};`;
    return `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/${method}; d=${SAMPLE_EVENT.domain}; s=a; h=from;${length} bh=AA==; b=AA==\r\n`;
  })
  .join('');

/** Attests an event by its subject, so that its body is hashed. The body repeats one unit and ends with content. */
function signed(name: string, unit: string): HostileShape {
  return {
    name: `signed ${name}`,
    mail: (bytes) =>
      encoder.encode(
        `${SIGNATURES}${HEADER}Subject: Your ticket for ${SAMPLE_EVENT.name}, and the way to the venue\r\n\r\nx${repeated(unit, bytes)}y`,
      ),
  };
}

/** The shapes whose signatures are checked, body included. */
export const SIGNED_SHAPES: readonly HostileShape[] = [
  signed('words', 'words of text in a line\r\n'),
  signed('lines of one letter', 'a\n'),
  signed('line ends', '\n'),
  signed('line ends of two bytes', '\r\n'),
  signed('carriage returns', '\r'),
  signed('white space', ' '),
  signed('runs of white space', 'a\t\t'),
  signed('lines of white space', ' \t\n'),
];

/** A record at the key's name, because a body is hashed only if a key is known. It verifies nothing. */
export const KEY_RECORD = 'v=DKIM1; p=AAAA';

/** One name with every year and every number, and a booking. */
const NUMBERED = `ticket venue ${Array.from({ length: 100 }, (_, at) => `abc ${2000 + at} abc ${at} `).join('')}`;

/** A set of ARC headers by a receiver that the product trusts, with further text in each. */
function arcSet(instance: number, { seal = '', h = 'from:to:subject', results = 'none' } = {}): string {
  const signer = 'd=google.com; s=arc-20240605;';
  return (
    `ARC-Seal: i=${instance}; a=rsa-sha256; t=1731319200; cv=${instance === 1 ? 'none' : 'pass'}; ${signer} ${seal}b=AAAA\r\n` +
    `ARC-Message-Signature: i=${instance}; a=rsa-sha256; c=relaxed/relaxed; ${signer} h=${h}; bh=AA==; b=AAAA\r\n` +
    `ARC-Authentication-Results: i=${instance}; mx.google.com; ${results}\r\n`
  );
}

/** Attests an event by its subject, so that its seals are checked: ARC headers, then a body of ordinary text. */
function sealed(name: string, headers: (bytes: number) => string): HostileShape {
  return {
    name: `seals: ${name}`,
    mail: (bytes) => {
      const top = headers(Math.min(bytes, LARGEST_HEADER));
      const told = `Subject: Your ticket for ${SAMPLE_EVENT.name}, and the way to the venue`;
      return encoder.encode(`${top}${SIGNATURES}${HEADER}${told}\r\n\r\n${ordinaryText(bytes - top.length)}`);
    },
  };
}

/** Sets with the same text in each, in all of the header's size. */
function sets(count: number, bytes: number, filled: (bytes: number) => Parameters<typeof arcSet>[1]): string {
  const room = Math.max(0, Math.floor(bytes / count) - SET_BYTES);
  return Array.from({ length: count }, (_, at) => arcSet(count - at, filled(room))).join('');
}

/** About the size of a set without further text. */
const SET_BYTES = 600;
/** Less than the largest field that is read. */
const LONG_FIELD = 60_000;

/** The shapes whose seals are checked. */
export const SEALED_SHAPES: readonly HostileShape[] = [
  sealed('fifty sets', (bytes) => sets(50, bytes, (room) => ({ seal: `x=${'x '.repeat(room / 2)}; ` }))),
  sealed('one long seal', () => arcSet(1, { seal: `x=${' \t'.repeat(LONG_FIELD / 2)}; ` })),
  sealed('a seal of 100 KB', () => arcSet(1, { seal: `x=${'x'.repeat(100_000)}; ` })),
  sealed('hundreds of sets', (bytes) => sets(Math.floor(bytes / SET_BYTES), bytes, () => ({}))),
  sealed('the same set many times', (bytes) => repeated(arcSet(1), bytes)),
  sealed('names of signed headers', () => arcSet(1, { h: `from${':to'.repeat(900)}` })),
  sealed('many results', (bytes) =>
    sets(8, bytes, (room) => ({
      results: repeated('dkim=pass header.b=AAAAAAAA; ', Math.min(room, LONG_FIELD)),
    })),
  ),
  sealed('comments in results', () => arcSet(1, { results: '('.repeat(LONG_FIELD) })),
  sealed('quotations in results', () =>
    arcSet(1, { results: `spf=none ${'a="\\" '.repeat(LONG_FIELD / 6)}` }),
  ),
  sealed('headers and nothing else', (bytes) => repeated(arcSet(1) + arcSet(2), bytes)),
];

/** Every shape, under its name in the benchmark. */
export const HOSTILE_SHAPES: readonly HostileShape[] = [
  ...SIGNED_SHAPES,
  ...SEALED_SHAPES,
  text('an event’s name, repeated', `${SAMPLE_EVENT.word} `),
  text('phrases that are not meant', 'in order to '),
  text('names with editions', `${SAMPLE_EVENT.word} 2019 `),
  text('lists of names', `${NAME_WORDS.join(' ')} `),
  { ...text('names in names', 'a '), catalog: NESTED_NAMES },
  { ...text('names that overlap', 'x y '), catalog: ALTERNATING_NAMES },
  { ...text('a name of many events', 'abc '), catalog: EQUAL_NAMES },
  { ...text('numbers after a name of many events', NUMBERED), catalog: EQUAL_NAMES },
  text('booking words', 'ticket order '),
  text('words of Chinese', '门票会场'),
  text('one long word', 'a'),
  text('addresses', `a@b.co https://${SAMPLE_EVENT.domain}/x `),
  text('signs of addresses', '@.com://'),
  text('marks on a letter', '\u0E48\u0E38\u0327\u0301'),
  text('ligatures of eighteen letters', '\uFDFA'),
  text('umlauts', 'äöüß '),
  text('empty lines', '\n'),
  text('carriage returns', '\r'),
  text('white space', ' \t\u00A0'),
  text('ends of sentences', 'a. '),
  text('quotations', '> '.repeat(40) + '\r\n'),
  text('lines of one letter', 'a\n'),
  text('dividers', `--${' '.repeat(390)}\n`),
  text('dividers of stars', `--${'* '.repeat(190)}x\n`),
  text('attributions', `${'1'.repeat(200)} wrote ${'x'.repeat(180)}:\n`),
  text('many attributions', `${'1 wrote '.repeat(48)}:\n`),
  text('dated addresses', `${'1'.repeat(120)}<${'@'.repeat(270)}:\n`),
  text('ends of own words', `you wrote${' '.repeat(380)}x\n`),
  text('headers of mails', 'From:\n'),
  text('marked lines', `> ${'x'.repeat(60)}\n`),
  html('tags never closed', '<div>'),
  html('tags never opened', '</i>', '<b>'.repeat(900)),
  html('paragraphs within inline tags', '<p></b>', '<b>'.repeat(900)),
  html('tags cut off', '<a '),
  html('attributes', 'a=b ', '<a '),
  {
    name: 'distinct attributes',
    mail: (bytes) =>
      encoder.encode(
        `${HEADER}Content-Type: text/html\r\n\r\n<p ${Array.from({ length: bytes / 8 }, (_, at) => `a${at} `).join('')}>`,
      ),
  },
  html('styles', 'display :', '<p style="'),
  html('style attributes', '<p style="opacity:0.00000x">'),
  html('entities', '&amp'),
  html('comments', '<!--'),
  html('scripts', '<script>'),
  html('hidden elements', '<div hidden>'),
  field('encoded words in a subject', 'Subject: ', '=?utf-8?B?YWJj?= '),
  field('short encoded words', 'Subject: ', '=?u?B?AAAA?='),
  field('quoted words', 'Subject: ', '=?utf-8?Q?=FF?= '),
  field('unfinished encoded words', 'Subject: ', '=?a'),
  field('groups of recipients', 'To: ', 'a:'),
  field('recipients in quotes', 'To: ', '"a" '),
  field('recipients', 'To: ', 'a@b.c, '),
  field('brackets of recipients', 'To: ', '<'),
  field('comments in recipients', 'To: ', '(a) '),
  field('encoded recipients', 'To: ', `=?utf-8?Q?${'a:'.repeat(20)}<a@b.c>?= `),
  field('header lines', 'X-Line: ', 'a\r\n '),
  field('header fields', '', 'X: a\r\n'),
  field('fields of one letter', '', 'a:\n'),
  field('recipient fields', '', 'To: a@b.c\r\n'),
  field('encoded subjects', '', 'Subject: =?utf-8?B?YWJj?=\r\n'),
  field('spaces in a header', 'Subject: x', ' '),
  field('date comments', 'Received: x;', '('),
  field('parameters', 'Content-Type: text/plain; ', 'a=b; '),
  field('continued parameters', 'Content-Type: text/plain; ', 'a*1=b; '),
  field('comments in a type', 'Content-Type: text/plain', ' (a)'),
  field('content types', '', 'Content-Type: text/html\r\n'),
  field(
    'signatures',
    '',
    `DKIM-Signature: v=1; a=rsa-sha256; d=${SAMPLE_EVENT.domain}; s=a; h=from; bh=AA==; b=AA==\r\n`,
  ),
  parts('dashes', 'Content-Type: multipart/mixed; boundary=-\r\n\r\n', '--\n'),
  parts('parts', 'Content-Type: multipart/mixed; boundary=b\r\n\r\n', '--b\n\nx\n'),
  parts(
    'parts with headers',
    'Content-Type: multipart/mixed; boundary=b\r\n\r\n',
    '--b\nContent-Type: text/plain\n\nx\n',
  ),
  parts(
    'parts of HTML and text',
    'Content-Type: multipart/mixed; boundary=b\r\n\r\n',
    '--b\nContent-Type: text/html\n\n<a href="x">x</a\n--b\n\nx<\n',
  ),
  parts(
    'quoted-printable parts',
    'Content-Type: multipart/mixed; boundary=b\r\n\r\n',
    '--b\nContent-Transfer-Encoding: quoted-printable\n\nx\n',
  ),
  parts(
    'links beside text',
    'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\n\nx\n--b\nContent-Type: text/html\n\n',
    '<a href="x">x</a>',
  ),
  parts(
    'tags beside text',
    'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\n\nx\n--b\nContent-Type: text/html\n\n',
    '<p>&lt;</p> ',
  ),
  parts(
    'open tags beside text',
    'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\n\nx\n--b\nContent-Type: text/html\n\n',
    '<a <p <!--',
  ),
  parts(
    'white space beside text',
    'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\n\nx\n--b\nContent-Type: text/html\n\n',
    '<p> \t',
  ),
  parts(
    'text beside HTML',
    'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\nContent-Type: text/html\n\nx\n--b\n\n',
    "<'& ",
  ),
  parts('flowed text', 'Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n', 'a \r\n'),
  parts('text in an old charset', 'Content-Type: text/plain; charset=gb18030\r\n\r\n', 'a\u00ff'),
  parts('lines before the parts', 'Content-Type: multipart/mixed; boundary=b\r\n\r\n', 'x\n'),
  parts('quoted-printable', 'Content-Transfer-Encoding: quoted-printable\r\n\r\n', '=\n'),
  parts('quoted-printable signs', 'Content-Transfer-Encoding: quoted-printable\r\n\r\n', '=3D'),
  parts('base64 in short lines', 'Content-Transfer-Encoding: base64\r\n\r\n', 'YQ==\n'),
  parts('base64 in one line', 'Content-Transfer-Encoding: base64\r\n\r\n', 'YQ=='),
  nested(
    'parts in parts',
    200,
    (level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
  ),
  nested('mails in mails', 8, () => 'Content-Type: message/rfc822\r\n\r\n'),
];
