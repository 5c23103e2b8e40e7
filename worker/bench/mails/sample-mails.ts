/**
 * A mailbox for benchmarks, made on the device: personal mail, newsletters, receipts, notifications, mail with
 * documents and images, and tickets, with realistic structures, transfer encodings and sizes.
 */
import { headerText } from './encodings.ts';
import { marketingHtml } from './html.ts';
import { type Entity, filePart, multipart, textPart } from './parts.ts';
import { type Language, letter, paragraph, pickLanguage, quotedLines } from './prose.ts';
import { SAMPLE_EVENT } from './sample-event.ts';
import { createSeeded, type Seeded } from './seeded.ts';

export interface SampleMail {
  raw: Uint8Array;
  /** Decoded. */
  subject: string;
  /** Words that only this mail's decoded text holds. */
  mark: string;
  /** Key of the one event that the mail attests; null for most. */
  event: string | null;
}

/** A kind of mail; the mark is part of the visible text. */
type Kind = (seeded: Seeded, language: Language, mark: string) => Entity;

const personal: Kind = (seeded, language, mark) =>
  textPart(
    'plain',
    `${mark}\r\n\r\n${letter(seeded, language, 2)}\r\n\r\n${quotedLines(letter(seeded, language, 3))}\r\n`,
    '8bit',
  );

const newsletter: Kind = (seeded, language, mark) =>
  multipart(seeded, 'alternative', [
    textPart('plain', `${mark}\r\n\r\n${letter(seeded, language, 10)}\r\n`, 'quoted-printable'),
    textPart('html', marketingHtml(seeded, language, mark, 24), 'quoted-printable'),
  ]);

const receipt: Kind = (seeded, language, mark) =>
  multipart(seeded, 'alternative', [
    textPart('plain', `${mark}\r\n\r\n${letter(seeded, language, 3)}\r\n`, 'base64'),
    textPart('html', marketingHtml(seeded, language, mark, 8), 'base64'),
  ]);

/** HTML only; the text has to be read from it. */
const notification: Kind = (seeded, language, mark) =>
  textPart('html', marketingHtml(seeded, language, mark, 5), 'quoted-printable');

const withDocument: Kind = (seeded, language, mark) =>
  multipart(seeded, 'mixed', [
    multipart(seeded, 'alternative', [
      textPart('plain', `${mark}\r\n\r\n${letter(seeded, language, 4)}\r\n`, 'quoted-printable'),
      textPart('html', `<div>${mark}</div><p>${paragraph(seeded, language, 12)}</p>`, 'quoted-printable'),
    ]),
    filePart(seeded, 'application/pdf', 'minutes.pdf', 150_000),
  ]);

const withImages: Kind = (seeded, language, mark) =>
  multipart(seeded, 'related', [
    multipart(seeded, 'alternative', [
      textPart('plain', `${mark}\r\n\r\n${letter(seeded, language, 2)}\r\n`, '8bit'),
      textPart('html', marketingHtml(seeded, language, mark, 3), 'quoted-printable'),
    ]),
    filePart(seeded, 'image/png', 'logo.png', 12_000),
    filePart(seeded, 'image/jpeg', 'photo.jpg', 90_000),
  ]);

const INVITATION = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'BEGIN:VEVENT',
  'DTSTART:20241112T090000Z',
  'SUMMARY:Doors open',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n');

const ticket: Kind = (seeded, language, mark) => {
  const notice = `Your ticket for ${SAMPLE_EVENT.name} is confirmed. Bring it to the venue, on paper or on your phone.`;
  return multipart(seeded, 'mixed', [
    multipart(seeded, 'alternative', [
      textPart(
        'plain',
        `${mark}\r\n\r\n${notice}\r\n\r\n${letter(seeded, language, 2)}\r\n`,
        'quoted-printable',
      ),
      textPart('html', marketingHtml(seeded, language, mark, 4, notice), 'quoted-printable'),
    ]),
    textPart('calendar', INVITATION, 'base64'),
    filePart(seeded, 'application/pdf', 'ticket.pdf', 60_000),
  ]);
};

/** The mix of twenty mails. */
const MIX: readonly (readonly [count: number, kind: Kind])[] = [
  [5, personal],
  [5, newsletter],
  [4, receipt],
  [2, notification],
  [2, withDocument],
  [1, withImages],
  [1, ticket],
];
const KINDS = MIX.flatMap(([count, kind]) => Array.from({ length: count }, () => kind));

/** The same mails in every run; a multiple of twenty gives the whole mix. */
export function sampleMails(count: number): SampleMail[] {
  const encoder = new TextEncoder();
  return Array.from({ length: count }, (_, at) => {
    const seeded = createSeeded(at);
    const language = pickLanguage(seeded);
    const kind = KINDS[at % KINDS.length] ?? personal;
    const mark = `Nr. ${at + 1}: ${paragraph(seeded, language, 1)}`;
    const subject = `${paragraph(seeded, language, 1)} (${at + 1})`;
    const { header, content } = kind(seeded, language, mark);
    const raw = encoder.encode(`${envelope(seeded, subject)}${header}\r\n\r\n${content}`);
    return { raw, subject, mark, event: kind === ticket ? SAMPLE_EVENT.key : null };
  });
}

/** The header as it stands in a mailbox: lines of the servers on the way, a signature, and the sender's own. */
function envelope(seeded: Seeded, subject: string): string {
  const token = (): string => Array.from({ length: 6 }, () => seeded.below(2 ** 32).toString(36)).join('');
  const hop = (): string =>
    `Received: from mta${seeded.below(100)}.letters.example (mta.letters.example [192.0.2.${seeded.below(256)}])\r\n` +
    `        by mx.mail.example with ESMTPS id ${token()}\r\n` +
    '        for <robin.keller@mail.example>\r\n' +
    '        (version=TLS1_3 cipher=TLS_AES_256_GCM_SHA384 bits=256/256);\r\n' +
    '        Mon, 11 Nov 2024 10:00:00 +0000 (UTC)\r\n';
  const signature = [token(), token(), token(), token(), token(), token()].join('\r\n         ');
  return (
    `Delivered-To: robin.keller@mail.example\r\n${hop()}${hop()}${hop()}` +
    'Authentication-Results: mx.mail.example; dkim=pass header.i=@letters.example; spf=pass\r\n' +
    'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=letters.example; s=k1;\r\n' +
    `        h=From:To:Subject:Date:Message-ID; bh=${token()}=;\r\n        b=${signature}\r\n` +
    `From: ${headerText('Jürg Brönnimann')} <news@letters.example>\r\n` +
    'To: Robin Keller <robin.keller@mail.example>\r\n' +
    `Subject: ${headerText(subject)}\r\n` +
    'Date: Mon, 11 Nov 2024 10:00:00 +0000\r\n' +
    `Message-ID: <${token()}@letters.example>\r\n` +
    `List-Unsubscribe: <https://letters.example/unsubscribe/${token()}>\r\n` +
    'MIME-Version: 1.0\r\n'
  );
}
