import { describe, expect, it } from 'vitest';
import { splitMail } from '../../../mail/header/raw-mail.ts';
import { spamOrTrashLabel } from '../../../worker/mailbox/gmail-labels.ts';
import { all, file, mbox, texts } from '../../support/mail/mbox-text.ts';

/** The label that causes a mail with this header to be left out. */
function labelOf(header: string): string | null {
  return spamOrTrashLabel(splitMail(new TextEncoder().encode(`${header}\nSubject: x\n\nx`)).fields);
}

/** Encodes labels as Takeout does when they are not ASCII. */
function encoded(labels: string): string {
  return `X-Gmail-Labels: =?UTF-8?B?${Buffer.from(labels).toString('base64')}?=`;
}

it('leaves out mail in Gmail’s spam or trash, and reports the label as written', async () => {
  const labelled = (labels: string): string => `X-Gmail-Labels: ${labels}\nSubject: ${labels}\n\nx`;
  const left = [
    ['Spam', 'Spam'],
    ['Trash,Unread', 'Trash'],
    ['Archiviert,Papierkorb', 'Papierkorb'],
    ['=?UTF-8?Q?=E3=82=B4=E3=83=9F=E7=AE=B1?=', 'ゴミ箱'],
    ['Corbeille,\n =?UTF-8?B?QXJjaGl2w6k=?=', 'Corbeille'],
  ] as const;
  const kept = ['Inbox,Important', 'Posteingang', 'Antispam tips', '=?UTF-8?Q?Gel=C3=B6scht?='];
  const found = await all(file(mbox([...left.map(([labels]) => labels), ...kept].map(labelled))));
  expect(found.slice(0, left.length)).toMatchObject(
    left.map(([, label]) => ({ kind: 'skipped', reason: 'spam-or-trash', label })),
  );
  expect(found.slice(left.length).map(({ kind }) => kind)).toEqual(kept.map(() => 'mail'));
  expect(await texts(mbox(['Subject: a\n\nX-Gmail-Labels: Spam']))).toEqual([
    'Subject: a\n\nX-Gmail-Labels: Spam\n',
  ]);
});

it('finds those labels in every form of the header', async () => {
  const left = [
    'x-gmail-labels: Spam',
    'X-GMAIL-LABELS:Inbox,spam',
    'X-Gmail-Labels: "Trash",Unread',
    'X-Gmail-Labels: "Culture, associations",Spam',
    'Received: by a\n\twith b\nX-Gmail-Labels:\n =?UTF-8?Q?Archiv=C3=A9s,Non_lus,?=\n =?UTF-8?Q?Corb?=\n =?UTF-8?Q?eille?=',
    'X-Gmail-Labels: =?utf-8?b?0J3QtdC/0YDQvtGH0LjRgtCw0L3QvdGL0LUs0KHQv9Cw0Lw=?=',
    'X-Gmail-Labels: \u0421\u043F\u0430\u043C',
  ];
  for (const eol of ['\n', '\r\n']) {
    const found = await texts(
      mbox(
        left.map((header) => `${header}\nSubject: x\n\nx`),
        { eol },
      ),
    );
    expect(found).toEqual(left.map(() => '(spam-or-trash)'));
  }
  const kept = [
    'X-Gmail-Labels-Old: Spam',
    'X-Gmail-Labels: Spam/Kept',
    'X-Gmail-Labels: "Ideas, spam, recipes"',
    'X-Gmail-Labels:',
    'Subject: Spam',
  ];
  expect(await texts(mbox(kept.map((header) => `${header}\n\nx`)))).toEqual(
    kept.map((header) => `${header}\n\nx\n`),
  );
});

it.each([
  ['English', 'Spam', 'Trash', 'Bin'],
  ['German', 'Spam', 'Papierkorb'],
  ['French', 'Spam', 'Corbeille', 'Pourriel'],
  ['Spanish', 'Spam', 'Papelera', 'Correo no deseado'],
  ['Italian', 'Spam', 'Cestino', 'Posta indesiderata'],
  ['Portuguese', 'Spam', 'Lixeira', 'Lixo'],
  ['Catalan', 'Paperera', 'Correu brossa'],
  ['Dutch', 'Spam', 'Prullenbak'],
  ['Polish', 'Spam', 'Kosz'],
  ['Czech', 'Spam', 'Koš'],
  ['Slovak', 'Spam', 'Kôš'],
  ['Slovenian', 'Smetnjak'],
  ['Croatian', 'Otpad'],
  ['Hungarian', 'Spam', 'Kuka'],
  ['Romanian', 'Spam', 'Coș de gunoi', 'Co\u015F de gunoi'],
  ['Swedish', 'Papperskorgen', 'Skräppost'],
  ['Norwegian', 'Papirkurv', 'Søppelpost'],
  ['Danish', 'Spam', 'Papirkurv'],
  ['Icelandic', 'Rusl'],
  ['Finnish', 'Roskakori', 'Roskaposti'],
  ['Estonian', 'Prügikast'],
  ['Latvian', 'Miskaste'],
  ['Lithuanian', 'Šiukšliadėžė'],
  ['Turkish', 'Spam', 'Çöp Kutusu', 'Çöp kutusu'],
  ['Greek', 'Κάδος απορριμμάτων', 'Ανεπιθύμητα'],
  ['Russian', 'Корзина', 'Спам'],
  ['Ukrainian', 'Кошик', 'Спам'],
  ['Bulgarian', 'Кошче', 'Спам'],
  ['Serbian', 'Отпад'],
  ['Hebrew', 'אשפה'],
  ['Arabic', 'مه\u0640ملات', 'مهملات'],
  ['Hindi', 'ट्रैश करें'],
  ['Thai', 'ถังขยะ', 'จดหมายขยะ'],
  ['Vietnamese', 'Thùng rác', 'Thư rác', 'Thu\u0300ng Ra\u0301c'],
  ['Indonesian', 'Spam', 'Tong Sampah'],
  ['Malay', 'Spam', 'Sampah'],
  ['Filipino', 'Spam', 'Basurahan'],
  ['Simplified Chinese', '已删除邮件', '垃圾邮件'],
  ['Traditional Chinese', '垃圾桶', '垃圾郵件'],
  ['Japanese', 'ゴミ箱', '迷惑メール'],
  ['Korean', '휴지통', '스팸함'],
])('knows the names of spam and trash in %s', (_, ...labels) => {
  expect(labels.map((label) => labelOf(encoded(`${label},x`)))).toEqual(labels);
});

describe('a personal label', () => {
  it.each(['Junk', 'Deleted', 'Çöp', 'Ongewenst', '回收站', 'Trash/2019', 'Kosz na śmieci'])(
    'called %s, which is not Gmail’s own, leaves nothing out',
    (label) => {
      expect(labelOf(encoded(`${label},x`))).toBeNull();
    },
  );

  it('in another language than the account’s leaves nothing out', () => {
    for (const labels of [
      'Kosz,Opened',
      'Inbox,Papierkorb,Unread',
      'Archived,Sampah',
      'Lixo,Category Travel,Opened',
    ])
      expect(labelOf(encoded(labels))).toBeNull();
    for (const labels of [
      'Bin,Geöffnet',
      'Trash,Ungelesen',
      'Kosz,Archiviert',
      'Bin,Ouvert',
      'Papierkorb,Non lus',
    ])
      expect(labelOf(encoded(labels))).toBeNull();
  });

  it('does not hide Gmail’s own label beside it', () => {
    expect(labelOf(encoded('Kosz,Trash,Opened'))).toBe('Trash');
    expect(labelOf(encoded('Trash,Papierkorb,Geöffnet'))).toBe('Papierkorb');
    expect(labelOf(encoded('Junk,Spam,Ungelesen'))).toBe('Spam');
  });
});
