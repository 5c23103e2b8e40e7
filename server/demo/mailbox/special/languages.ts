import type { Draft } from '../draft.ts';
import { OWNER } from '../draft.ts';
import { encodeText, encodedWord } from './charsets.ts';
import type { Charset } from './charsets.ts';
import { crlf, rawMail, special } from './special.ts';

const TO_OWNER = `To: ${OWNER.name} <${OWNER.address}>`;

/** A single-part text mail in an older charset, with its subject as an encoded word in that charset. */
function inCharset(
  charset: Charset,
  mail: { from: string; subject: string; date: string; id: string; text: string; transfer?: '7bit' | '8bit' },
): Uint8Array {
  const body = encodeText(crlf(mail.text), charset);
  const { transfer = 'base64' } = mail;
  const lines =
    body
      .toString('base64')
      .match(/.{1,76}/g)
      ?.join('\r\n') ?? '';
  return rawMail(
    [
      `From: ${mail.from}`,
      TO_OWNER,
      `Subject: ${encodedWord(mail.subject, charset)}`,
      `Date: ${mail.date}`,
      `Message-ID: <${mail.id}@demo.example>`,
      'MIME-Version: 1.0',
      `Content-Type: text/plain; charset="${charset.toUpperCase()}"`,
      `Content-Transfer-Encoding: ${transfer}`,
    ],
    transfer === 'base64' ? `${lines}\r\n` : body,
  );
}

/** Tickets in other languages, scripts and charsets. */
export function languages(): Draft[] {
  return [
    special('edcon-japanese-iso-2022-jp', {
      at: '2024-05-28T01:10:00Z',
      raw: inCharset('iso-2022-jp', {
        from: `${encodedWord('EDCON 東京事務局', 'iso-2022-jp')} <info@edcon-tokyo.example>`,
        subject: 'EDCON 2024 チケットのお申し込み',
        date: 'Tue, 28 May 2024 10:09:56 +0900',
        id: 'jis-1',
        transfer: '7bit',
        text: 'ロビン様\n\nEDCON 2024のチケットをお申し込みいただき、ありがとうございます。\n会場は渋谷です。受付は午前九時から始まります。\n',
      }),
    }),
    special('edcon-japanese-shift-jis', {
      at: '2024-07-01T06:00:00Z',
      raw: inCharset('shift_jis', {
        from: 'hotel@ryokan.example',
        subject: 'EDCON 2024 ご予約の確認',
        date: 'Mon, 1 Jul 2024 14:59:56 +0900',
        id: 'sjis-1',
        text: 'EDCON 2024にご参加のお客様\n\nホテルの予約を承りました。チェックインは十五時からです。\n',
      }),
    }),
    special('ethdenver-german-windows-1252', {
      at: '2024-01-30T19:00:00Z',
      raw: inCharset('windows-1252', {
        from: 'reisen@reisebuero-sued.example',
        subject: 'Buchungsbestätigung für ETHDenver 2024',
        date: 'Tue, 30 Jan 2024 19:59:56 +0100',
        id: 'cp1252-1',
        transfer: '8bit',
        text: 'Guten Tag,\n\nIhr Flug zur Konferenz ist gebucht – Abflug 6:40 Uhr, „pünktlich“.\nPreis: 980 €\n',
      }),
    }),
    special('ethcc-french-8bit-signed', {
      at: '2024-06-28T16:30:00Z',
      raw: rawMail(
        [
          'From: EthCC <bonjour@ethcc.io>',
          TO_OWNER,
          'Subject: =?utf-8?Q?Votre_billet_pour_l=E2=80=99EthCC_?=',
          ' =?utf-8?Q?=C3=A0_Bruxelles?=',
          'Date: Fri, 28 Jun 2024 18:29:56 +0200',
          'Message-ID: <fr-1@ethcc.io>',
          'MIME-Version: 1.0',
          'Content-Type: text/plain; charset=utf-8',
          'Content-Transfer-Encoding: 8bit',
        ],
        crlf(
          'Bonjour Robin,\n\nVoici votre billet. L’accueil ouvre à huit heures ; le lieu est à deux pas de la gare.\n\nÀ très vite\n',
        ),
      ),
      signatures: [{ key: 'ethcc', canonicalization: 'simple/simple' }],
    }),
    special('sigsing-french-iso-8859-15', {
      at: '2024-04-02T12:00:00Z',
      raw: inCharset('iso-8859-15', {
        from: 'camille.laurent@courrier.example',
        subject: 'Ton inscription à la SigSing Residency',
        date: 'Tue, 2 Apr 2024 13:59:56 +0200',
        id: 'latin9-1',
        text: 'Coucou,\n\nj’ai vu ton inscription ! On partage l’hôtel ? Cent euros, soit 100 €.\n'.replaceAll(
          '’',
          "'",
        ),
      }),
    }),
    special('devcon-arabic-right-to-left', {
      at: '2024-10-02T09:00:00Z',
      mime: {
        from: { name: 'مكتب السفر', address: 'safar@maktab.example' },
        subject: 'تذكرة Devcon الخاصة بك',
        textEncoding: 'B',
        text: 'مرحبا روبن،\n\nهذه تذكرة Devcon في بانكوك، وقد تم حجز فندق قريب من المؤتمر.\n',
        html: '<div dir="rtl"><p>هذه تذكرة <b>Devcon</b> في بانكوك، وقد تم حجز فندق قريب من المؤتمر.</p></div>',
      },
    }),
    special('devcon-thai', {
      at: '2024-10-20T03:00:00Z',
      mime: {
        from: { name: 'โรงแรมริมน้ำ', address: 'stay@rimnam.example' },
        subject: 'ยืนยันการจองสำหรับ Devcon SEA',
        text: 'เรียนคุณโรบิน\n\nตั๋วเข้างานDevcon SEAและโรงแรมของท่านได้รับการยืนยันแล้ว\n',
      },
    }),
    special('zuconnect-turkish', {
      at: '2023-10-12T10:00:00Z',
      mime: {
        from: { name: 'İstanbul Oteli', address: 'rezervasyon@istanbul-oteli.example' },
        subject: 'ZuConnect konukları: rezervasyon onayı',
        text: 'Sayın Robin Keller,\n\nZuConnect için otel rezervasyonunuz onaylandı. Uçuş bilgilerinizi bize iletin.\n',
      },
    }),
    special('zksummit-full-width', {
      at: '2024-03-02T02:00:00Z',
      mime: {
        from: { name: '旅行社', address: 'info@ryokou.example' },
        subject: 'ＺＫ　Ｓｕｍｍｉｔ　１１ 航空券',
        text: 'アテネ行きのフライトの予約が完了しました。\n',
      },
    }),
  ];
}
