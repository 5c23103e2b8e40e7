import { describe, expect, it } from 'vitest';
import { TransientFault } from '../../../worker/mailbox/transient.ts';
import { answering, json, never, scripted } from '../../support/mailbox/scripted-gmail.ts';

const LIST = { maxResults: 500 };

describe('a listing', () => {
  it('skips mails without an id, and has no next page when none is named', async () => {
    const mailbox = answering(() =>
      json({ messages: [{ id: 'a' }, { threadId: 'x' }, { id: '' }, { id: 'b' }], resultSizeEstimate: 2 }),
    );
    await expect(mailbox.list(LIST, never)).resolves.toEqual({
      ids: ['a', 'b'],
      nextPageToken: null,
      estimate: 2,
    });
  });

  it('is empty when Gmail leaves the list out', async () => {
    const mailbox = answering(() => json({ resultSizeEstimate: 0 }));
    await expect(mailbox.list(LIST, never)).resolves.toEqual({ ids: [], nextPageToken: null, estimate: 0 });
  });

  it('that returns the same page token is worth another attempt', async () => {
    const mailbox = answering(() => json({ messages: [{ id: 'a' }], nextPageToken: 'same' }));
    await expect(mailbox.list({ ...LIST, pageToken: 'same' }, never)).rejects.toBeInstanceOf(TransientFault);
  });
});

describe('the history', () => {
  it('names the mail that was added, without spam and trash', async () => {
    const added = (id: string, labelIds: string[]): unknown => ({
      messagesAdded: [{ message: { id, labelIds } }],
    });
    const mailbox = answering(() =>
      json({
        history: [added('a', ['INBOX']), added('b', ['SPAM']), added('c', ['TRASH']), { id: '9' }],
        nextPageToken: 'n',
        historyId: '9',
      }),
    );
    await expect(mailbox.history('1', null, never)).resolves.toEqual({ addedIds: ['a'], nextPageToken: 'n' });
  });
});

describe('records', () => {
  it('of a header are decoded, with all signatures joined by line feeds', async () => {
    const { gmail, mailbox } = scripted();
    const headers = [
      { name: 'SUBJECT', value: '=?utf-8?q?Dein_Ticket_f=C3=BCr?= =?utf-8?q?_EthCC?=' },
      { name: 'From', value: '=?iso-8859-1?Q?J=F6rg?= <joerg@mail.example>' },
      { name: 'To', value: 'a@mail.example' },
      { name: 'Date', value: 'Mon, 04 May 2026 10:00:00 +0200' },
      { name: 'DKIM-Signature', value: 'v=1; d=one.example;\r\n b=x' },
      { name: 'Dkim-Signature', value: 'v=1; d=two.example; b=y' },
    ];
    gmail.mishap = () => json({ id: 'a', payload: { headers } });
    await expect(mailbox.header('a', never)).resolves.toEqual({
      messageId: 'a',
      subject: 'Dein Ticket für EthCC',
      from: 'Jörg <joerg@mail.example>',
      to: 'a@mail.example',
      date: 'Mon, 04 May 2026 10:00:00 +0200',
      dkim: 'v=1; d=one.example;  b=x\nv=1; d=two.example; b=y',
    });
  });

  it('without a subject are called `No Subject`', async () => {
    const nothing = { messageId: 'a', subject: 'No Subject', from: '', to: '', date: '', dkim: '' };
    await expect(answering(() => json({ id: 'a' })).header('a', never)).resolves.toEqual(nothing);
    const empty = answering(() =>
      json({ id: 'a', payload: { headers: [{ name: 'Subject', value: '  ' }] } }),
    );
    await expect(empty.header('a', never)).resolves.toEqual(nothing);
    const raw = answering(() =>
      json({ id: 'a', raw: Buffer.from('From: x\r\n\r\nSubject: in the body').toString('base64url') }),
    );
    await expect(raw.raw('a', never)).resolves.toMatchObject({ subject: 'No Subject', internalDate: null });
  });

  it('of raw mail keep every byte as it was sent', async () => {
    const bytes = Uint8Array.from({ length: 1_001 }, (_, index) => (index * 7 + 13) % 256);
    const head = Buffer.from('Subject: =?utf-8?b?44OB44Kx44OD44OI?=\r\n =?utf-8?b?IERldmNvbg==?=\r\n\r\n');
    const whole = Buffer.concat([head, bytes]);
    const mailbox = answering(() =>
      json({ id: 'a', internalDate: '1714816800000', raw: whole.toString('base64url') }),
    );
    const record = await mailbox.raw('a', never);
    expect(record?.subject).toBe('チケット Devcon');
    expect(record?.internalDate).toBe(1_714_816_800_000);
    expect(Buffer.from(record?.decodedContents ?? []).equals(whole)).toBe(true);
  });

  it('with wrong base64 are worth another attempt', async () => {
    const mailbox = answering(() => json({ id: 'a', raw: 'Zm9v!' }));
    await expect(mailbox.raw('a', never)).rejects.toBeInstanceOf(TransientFault);
    const part = answering(() => json({ id: 'a', payload: { mimeType: 'text/plain', body: { data: 'A' } } }));
    await expect(part.full('a', never)).rejects.toBeInstanceOf(TransientFault);
  });

  it('of full mail have the decoded text of each part, and no attachment', async () => {
    const data = (text: string, encoding: BufferEncoding = 'utf8'): { data: string } => ({
      data: Buffer.from(text, encoding).toString('base64url'),
    });
    const header = (value: string, name = 'Content-Type'): { name: string; value: string } => ({
      name,
      value,
    });
    const payload = {
      mimeType: 'multipart/mixed',
      headers: [{ name: 'Subject', value: 'Ticket' }],
      parts: [
        {
          mimeType: 'multipart/alternative',
          parts: [
            {
              mimeType: 'text/plain',
              headers: [header('text/plain; charset=ISO-8859-1')],
              body: data('Zürich', 'latin1'),
            },
            {
              mimeType: 'text/html',
              headers: [header('text/html; charset="utf-8"')],
              body: data('<p>Das&nbsp;Ticket</p><script>x</script>'),
            },
          ],
        },
        {
          mimeType: 'text/plain',
          headers: [header('text/plain; charset=iso-2022-jp')],
          body: data('\u001B$B%A%1%C%H\u001B(B', 'latin1'),
        },
        {
          mimeType: 'text/plain',
          headers: [header('attachment; filename=a.txt', 'Content-Disposition')],
          body: data('not read'),
        },
        { mimeType: 'image/png', body: data('PNG') },
        {
          mimeType: 'text/plain',
          headers: [header('text/plain; charset=x-no-such-thing')],
          body: data('caf\u00E9', 'latin1'),
        },
        { mimeType: 'text/plain', body: { data: '' } },
      ],
    };
    const record = await answering(() => json({ id: 'a', payload })).full('a', never);
    expect(record?.header.subject).toBe('Ticket');
    expect(record?.parts.map((part) => part.replaceAll(/\s+/g, ' ').trim())).toEqual([
      'Zürich',
      'Das Ticket',
      'チケット',
      'café',
    ]);
    expect(record?.body).toBe('Zürich');
  });
});
