import { expect, it } from 'vitest';
import { mbox, texts } from './mbox-text.ts';

it('leaves out what Gmail kept in spam or trash, in any language of the account', async () => {
  const labelled = (labels: string): string => `X-Gmail-Labels: ${labels}\nSubject: ${labels}\n\nx`;
  const left = [
    'Spam',
    'Trash,Unread',
    'Archived,Papierkorb',
    '=?UTF-8?Q?=E3=82=B4=E3=83=9F=E7=AE=B1?=',
    'Corbeille,\n =?UTF-8?B?QXJjaGl2w6k=?=',
  ];
  const kept = ['Inbox,Important', 'Posteingang', 'Antispam tips', '=?UTF-8?Q?Gel=C3=B6scht?='];
  const found = await texts(mbox([...left, ...kept].map(labelled)));
  expect(found.slice(0, left.length)).toEqual(left.map(() => '(spam-or-trash)'));
  expect(found.slice(left.length).every((text) => text.startsWith('X-Gmail-Labels'))).toBe(true);
  expect(await texts(mbox(['Subject: a\n\nX-Gmail-Labels: Spam']))).toEqual([
    'Subject: a\n\nX-Gmail-Labels: Spam\n',
  ]);
});

it('finds those labels however the header is written', async () => {
  const left = [
    'x-gmail-labels: Spam',
    'X-GMAIL-LABELS:Inbox,spam',
    'X-Gmail-Labels: "Trash",Unread',
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
  const kept = ['X-Gmail-Labels-Old: Spam', 'X-Gmail-Labels: Spam/Kept', 'X-Gmail-Labels:', 'Subject: Spam'];
  expect(await texts(mbox(kept.map((header) => `${header}\n\nx`)))).toEqual(
    kept.map((header) => `${header}\n\nx\n`),
  );
});

it.each([
  ['Swedish', 'Papperskorgen', 'Skräppost'],
  ['Norwegian', 'Papirkurv', 'Søppelpost'],
  ['Finnish', 'Roskakori', 'Roskaposti'],
  ['Ukrainian', 'Кошик', 'Спам'],
  ['Greek', 'Κάδος απορριμμάτων', 'Ανεπιθύμητα'],
  ['Hebrew', 'אשפה', 'דואר זבל'],
  ['Romanian', 'Coș de gunoi', 'Spam'],
  ['Slovak', 'Kôš', 'Spam'],
  ['Vietnamese', 'Thùng rác', 'Thư rác'],
  ['Indonesian', 'Sampah', 'Spam'],
  ['Catalan', 'Paperera', 'Correu brossa'],
])('leaves out what an account in %s kept in %s or %s', async (_, ...labels) => {
  const mails = labels.map((label) => {
    const encoded = `=?UTF-8?B?${Buffer.from(`${label},x`).toString('base64')}?=`;
    return `X-Gmail-Labels: ${encoded}\nSubject: x\n\nx`;
  });
  expect(await texts(mbox(mails))).toEqual(['(spam-or-trash)', '(spam-or-trash)']);
});
