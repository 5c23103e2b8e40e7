/** Which text of a mail its sender wrote. */
import { describe, expect, test } from 'vitest';
import { CATALOG } from '../../../catalog/index.ts';
import { htmlToText } from '../../../mail/mime/html-text.ts';
import { parseMail } from '../../../mail/mime/parse-mail.ts';
import { createClassifier, ownWords } from '../../../worker/evidence/index.ts';
import { bytes } from '../../support/mail/reference-signer.ts';

const classifier = createClassifier(CATALOG);
const TICKET = 'Your ticket for Devcon SEA. See you at the venue.';

const ownText = (body: string): string => ownWords({ subject: '', body, parts: [] }).body;
const attests = (body: string, subject = ''): boolean =>
  classifier.attest(ownWords({ subject, body, parts: [body] })).length > 0;

describe('quoted and forwarded text attests nothing', () => {
  test.each([
    ['marked lines', `Thanks!\n> ${TICKET}`],
    ['marked twice', `Thanks!\n> > ${TICKET}`],
    [
      'marked and wrapped by a program',
      `> ${'a '.repeat(30)}Your ticket for Devcon SEA.\nSee you at the venue.`,
    ],
    ['On … wrote:', `Thanks!\n\nOn Wed, 4 Sep 2024 at 10:00, Robin <robin@mail.example> wrote:\n\n${TICKET}`],
    ['… in two lines', `On Wed, 4 Sep 2024 at 10:00, Robin Keller\n<robin@mail.example> wrote:\n${TICKET}`],
    ['… in three', `On Wed, 4 Sep 2024\nat 10:00, Robin Keller <robin@mail.example>\nwrote:\n> ${TICKET}`],
    ['Am … schrieb', `Am 04.09.2024 um 10:00 schrieb Robin Keller <robin@mail.example>:\n${TICKET}`],
    ['Am … schrieb, without digits', `Am Mittwoch schrieb Robin Keller:\n${TICKET}`],
    ['Name schrieb am …', `Robin <robin@mail.example> schrieb am Mi., 4. Sept. 2024, 10:00:\n${TICKET}`],
    ['Le … a écrit', `Le mer. 4 sept. 2024 à 10:00, Robin <robin@mail.example> a écrit :\n${TICKET}`],
    ['El … escribió', `El mié, 4 sept 2024 a las 10:00, Robin (<robin@mail.example>) escribió:\n${TICKET}`],
    [
      'Il … ha scritto',
      `Il giorno mer 4 set 2024 alle ore 10:00 Robin <r@mail.example> ha scritto:\n${TICKET}`,
    ],
    ['Em … escreveu', `Em qua., 4 de set. de 2024 às 10:00, Robin <r@mail.example> escreveu:\n${TICKET}`],
    ['Op … schreef', `Op wo 4 sep 2024 om 10:00 schreef Robin <r@mail.example>:\n${TICKET}`],
    ['Den … skrev', `Den ons 4 sep. 2024 kl 10:00 skrev Robin <r@mail.example>:\n${TICKET}`],
    ['Japanese', `2024年9月4日(水) 10:00 Robin <r@mail.example>:\n${TICKET}`],
    ['Chinese', `在 2024年9月4日，10:00，Robin <r@mail.example> 写道：\n${TICKET}`],
    ['Original Message', `See below.\n\n-----Original Message-----\nFrom: Robin\n\n${TICKET}`],
    ['Ursprüngliche Nachricht', `-------- Ursprüngliche Nachricht --------\n${TICKET}`],
    ['Message d’origine', `---- Message d'origine ----\n${TICKET}`],
    ['Forwarded message', `FYI\n\n---------- Forwarded message ---------\nFrom: x\n\n${TICKET}`],
    ['Begin forwarded message', `Begin forwarded message:\n\n${TICKET}`],
    ['Anfang der weitergeleiteten Nachricht', `Anfang der weitergeleiteten Nachricht:\n\n${TICKET}`],
    ['Outlook', `Hi\n\nFrom: Robin\nSent: Wednesday\nTo: Devcon\nSubject: My plans\n\n${TICKET}`],
    ['Outlook, German', `*Von:* Robin\n*Gesendet:* Mittwoch\n*An:* Devcon\n*Betreff:* Pläne\n\n${TICKET}`],
    ['Outlook, with empty lines', `From: R\n\nDate: W\n\nTo: D\n\nSubject: S\n\n${TICKET}`],
    ['a bounce', `------ This is a copy of your message, including all the headers. ------\n\n${TICKET}`],
    ['a form’s answer', `We have received this:\n\nYour message:\n${TICKET}`],
    ['a form’s answer, German', `Ihre Nachricht:\n${TICKET}`],
    ['You wrote', `You wrote:\n${TICKET}`],
    ['You said', `You said:\n\n${TICKET}`],
    ['a form’s answer, in one line', `Thank you.\n\nName: Robin\nMessage: ${TICKET}`],
    [
      'a help desk',
      `##- Please type your reply above this line -##\n\nReceived.\n\nRobin, 10:00\n\n${TICKET}`,
    ],
    ['a help desk, German', `Antworten bitte oberhalb dieser Zeile\n\n${TICKET}`],
    ['marked with initials', `Thanks!\nRK> ${TICKET}`],
    ['marked and indented', `Thanks!\n    > ${TICKET}`],
    ['marked with a wide sign', `Thanks!\n＞ ${TICKET}`],
  ])('%s', (_, body) => {
    expect(attests(TICKET)).toBe(true);
    expect(attests(body)).toBe(false);
    expect(attests(body.replaceAll('\n', '\r\n'))).toBe(false);
  });

  test.each([
    ['a blockquote', `<p>Thanks!</p><blockquote type="cite"><p>${TICKET}</p></blockquote>`],
    ['a quotation in a line', `<p>Thanks!</p><q>${TICKET}</q>`],
    ['Zendesk', `<p>Received.</p><div class="zd-comment"><p>${TICKET}</p></div>`],
    ['Freshdesk', `<p>Received.</p><div class="freshdesk_quote">${TICKET}</div>`],
    ['Gmail', `<div class="gmail_quote gmail_quote_container"><div>On … wrote:</div><p>${TICKET}</p></div>`],
    ['Yahoo', `<div id="yahoo_quoted_1" class="yahoo_quoted">${TICKET}</div>`],
    ['Thunderbird', `<div class="moz-forward-container">${TICKET}</div>`],
    [
      'Outlook',
      `<div id="divRplyFwdMsg"><b>From:</b> Robin<br><b>Sent:</b> Wednesday<br><b>To:</b> Devcon<br><b>Subject:</b> Plans</div><div>${TICKET}</div>`,
    ],
    [
      'Outlook, a paragraph each',
      `<hr><p><b>From:</b> R</p><p><b>Sent:</b> W</p><p><b>To:</b> D</p><p><b>Subject:</b> S</p><p>${TICKET}</p>`,
    ],
    ['nested', `<blockquote><div><blockquote>a</blockquote>${TICKET}</div></blockquote>`],
  ])('HTML of %s', async (_, html) => {
    expect(attests(await htmlToText(html))).toBe(false);
    expect(attests(await htmlToText(`${html}<p>${TICKET}</p>`))).toBe(!html.includes('Subject:'));
  });

  test('nor does mail that is attached', async () => {
    for (const disposition of ['', 'Content-Disposition: inline\r\n']) {
      for (const [type, inner] of [
        ['mixed', `Content-Type: message/rfc822\r\n${disposition}\r\n`],
        ['digest', `${disposition}\r\n`],
      ] as const) {
        const mail = `Subject: x\r\nContent-Type: multipart/${type}; boundary=b\r\n\r\n--b\r\n${inner}From: a@b.example\r\nSubject: y\r\n\r\n${TICKET}\r\n--b--\r\n`;
        const { text, parts, unreadable } = await parseMail(bytes(mail));
        expect({ attests: attests([text, ...parts].join('\n')), unreadable }).toEqual({
          attests: false,
          unreadable: null,
        });
      }
    }
  });
});

describe('a subject copied from another mail', () => {
  test.each([
    'Re: ',
    'RE : ',
    'Fwd: ',
    'FW: ',
    'AW: ',
    'WG: ',
    'Antw: ',
    'SV: ',
    'Re[2]: ',
    'RE(3): ',
    'TR: ',
    'RV: ',
    'ENC: ',

    '[Ticket 12] Re: ',
    'Odp: ',
    'Ответ: ',
    '回复：',
    '答复: ',
    'Automatic reply: ',
    'Auto: ',
    'Out of Office: ',
    'Abwesenheitsnotiz: ',

    'Automatische Antwort: ',
    'Réponse automatique : ',
    'Undeliverable: ',
  ])('%s', (prefix) => {
    expect(attests('', TICKET)).toBe(true);
    expect(attests('', `${prefix}${TICKET}`)).toBe(false);
    // The sender still wrote the body.
    expect(attests(TICKET, `${prefix}${TICKET}`)).toBe(true);
  });

  test.each([
    '[Request received] ',
    'Ticket Received - ',
    'We have received your message: ',
    'Your request has been received: ',
    'Case 4711: ',
    'Delivery failed: ',
    'Failure notice: ',
    'Message not delivered: ',
    'Read: ',
    'Copy of: ',
  ])('is recognised by the prefix of a help desk or a mail server: %s', (prefix) => {
    expect(attests('', `${prefix}${TICKET}`)).toBe(false);
  });

  test('is recognised when the mail is a reply, whatever the subject begins with', () => {
    const words = { subject: TICKET, body: '', parts: [] };
    expect(ownWords({ ...words, answers: true }).subject).toBe('');
    expect(ownWords(words).subject).toBe(TICKET);
  });

  test.each([
    'Registration: ',
    'Reminder: ',
    'Confirmed: ',
    '[Devcon] ',
    'Rechnung: ',
    'Receipt: ',
    'Auto show: ',
  ])('is not assumed for one that begins with %s', (prefix) => {
    expect(attests('', `${prefix}${TICKET}`)).toBe(true);
  });
});

describe('the sender’s own text stays', () => {
  test.each([
    'From: 12 November\nTo: 15 November\nYour ticket for Devcon SEA, at the venue.',
    'Order summary\n-------- Tickets --------\nYour ticket for Devcon SEA, at the venue.',
    'On Monday, 12 November, doors open at 8:30.\nYour ticket for Devcon SEA, at the venue.',
    'Your ticket:\nDevcon SEA\nVenue: QSNCC',
    'Date: 12 November\nSubject: to change\nYour ticket for Devcon SEA, at the venue.',
    'Am 12. November geht es los:\nYour ticket for Devcon SEA, at the venue.',
    '________________________________\nYour ticket for Devcon SEA, at the venue.',
  ])('%s', (body) => {
    expect(ownText(body)).toBe(body);
    expect(attests(body)).toBe(true);
  });

  test('below quoted lines that it answers', () => {
    const body =
      'On Wed, 4 Sep 2024, Robin wrote:\n> May I come?\n\nYes: your ticket for Devcon SEA, at the venue.';
    expect(ownText(body)).toBe('\nYes: your ticket for Devcon SEA, at the venue.');
    expect(attests(body)).toBe(true);
  });
});

test('hostile text is read in linear time', () => {
  for (const piece of [
    'On 1 a@b ',
    'On 1\n',
    'From:\n',
    '-',
    '> ',
    '\n',
    'wrote:',
    'a@b wrote ',
    '-- message ',
    '* ',
    'On \t ',
  ]) {
    const text = piece.repeat(1_000_000 / piece.length);
    expect(ownText(text).length).toBeLessThanOrEqual(text.length);
  }
});
