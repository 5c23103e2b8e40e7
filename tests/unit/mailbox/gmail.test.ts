import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../worker/errors.ts';
import { decodeBase64Url } from '../../../worker/mailbox/base64url.ts';
import { waitAsked } from '../../../worker/mailbox/gmail-faults.ts';
import { ANSWER_TIMEOUT_MS, IDLE_TIMEOUT_MS } from '../../../worker/mailbox/gmail-request.ts';
import { createGmailMailbox } from '../../../worker/mailbox/index.ts';
import type { GmailMailbox } from '../../../worker/mailbox/index.ts';
import { TransientFault } from '../../../worker/mailbox/transient.ts';
import { FakeClock } from './fake-clock.ts';
import { googleError, json, mail, ScriptedGmail } from './scripted-gmail.ts';

const never = new AbortController().signal;
const LIST = { maxResults: 500 };

function scripted(clock = new FakeClock()): {
  gmail: ScriptedGmail;
  mailbox: GmailMailbox;
  clock: FakeClock;
} {
  const gmail = new ScriptedGmail(clock);
  const mailbox = createGmailMailbox({
    baseUrl: 'https://gmail.example/gmail/v1/users/me/',
    token: () => 'the-token',
    fetch: gmail.fetch,
    clock,
  });
  return { gmail, mailbox, clock };
}

/** A mailbox whose every request is answered with this. */
function answering(make: () => Response): GmailMailbox {
  const { gmail, mailbox } = scripted();
  gmail.mishap = make;
  return mailbox;
}

describe('requests', () => {
  it('carry the bearer token and the parameters of the call, and cost what Gmail charges', async () => {
    const { gmail, mailbox } = scripted();
    gmail.mails = [{ id: 'm/1', raw: mail({ Subject: 'x' }) }];
    await mailbox.profile(never);
    await mailbox.list(
      { q: 'from:devcon.org', labelIds: ['INBOX', 'CATEGORY_PERSONAL'], pageToken: '0', maxResults: 500 },
      never,
    );
    await mailbox.header('m/1', never);
    await mailbox.full('m/1', never);
    await mailbox.raw('m/1', never);
    await mailbox.history('17', null, never);
    expect(gmail.requests.map(({ url }) => `${url.pathname}${url.search}`)).toEqual([
      '/gmail/v1/users/me/profile',
      '/gmail/v1/users/me/messages?q=from%3Adevcon.org&labelIds=INBOX&labelIds=CATEGORY_PERSONAL&pageToken=0&maxResults=500&includeSpamTrash=false',
      '/gmail/v1/users/me/messages/m%2F1?format=metadata&metadataHeaders=Subject&metadataHeaders=From&metadataHeaders=To&metadataHeaders=Date&metadataHeaders=DKIM-Signature',
      '/gmail/v1/users/me/messages/m%2F1?format=full',
      '/gmail/v1/users/me/messages/m%2F1?format=raw',
      '/gmail/v1/users/me/history?startHistoryId=17&historyTypes=messageAdded&maxResults=500',
    ]);
    expect(new Set(gmail.requests.map(({ authorization }) => authorization))).toEqual(
      new Set(['Bearer the-token']),
    );
    expect(mailbox.quota.spent).toEqual({ units: 1 + 5 + 3 * 20 + 2, requests: 6 });
  });

  it('ask for the token anew each time', async () => {
    const tokens = ['first', 'second'];
    const seen: unknown[] = [];
    const mailbox = createGmailMailbox({
      baseUrl: 'https://gmail.example/me',
      token: () => tokens.shift() ?? '',
      fetch: async (_, init) => {
        seen.push(new Headers(init?.headers).get('Authorization'));
        return json({ emailAddress: 'a@b.example' });
      },
    });
    await mailbox.profile(never);
    await mailbox.profile(never);
    expect(seen).toEqual(['Bearer first', 'Bearer second']);
  });

  it('end with the token callback’s own failure when there is no token', async () => {
    const mailbox = createGmailMailbox({
      baseUrl: 'https://gmail.example/me',
      token: () => {
        throw failure('token_expired');
      },
      fetch: () => Promise.reject(new Error('must not be called')),
    });
    await expect(mailbox.profile(never)).rejects.toMatchObject({ code: 'token_expired' });
  });

  it('are given up when nothing arrives for a minute, and are worth another attempt', async () => {
    const { gmail, mailbox, clock } = scripted();
    gmail.mishap = () => 'hang';
    const started = clock.now();
    await expect(mailbox.raw('a', never)).rejects.toBeInstanceOf(TransientFault);
    expect(clock.now() - started).toBe(ANSWER_TIMEOUT_MS);
  });

  it('may take as long as they like while something arrives', async () => {
    const clock = new FakeClock();
    const pieces = ['{"emailAddress":', '"a@b.example",', '"messagesTotal":3}'];
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await clock.sleep(IDLE_TIMEOUT_MS - 1_000);
        const piece = pieces.shift();
        if (piece === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(piece));
      },
    });
    const mailbox = createGmailMailbox({
      baseUrl: 'https://gmail.example/me',
      token: () => '',
      fetch: async () => new Response(body),
      clock,
    });
    await expect(mailbox.profile(never)).resolves.toMatchObject({ messagesTotal: 3 });
  });

  it('are given up when the answer stalls in the middle', async () => {
    const clock = new FakeClock();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"emailAddress"')),
    });
    const mailbox = createGmailMailbox({
      baseUrl: 'https://gmail.example/me',
      token: () => '',
      fetch: async () => new Response(body),
      clock,
    });
    await expect(mailbox.profile(never)).rejects.toBeInstanceOf(TransientFault);
  });

  it('reject with the reason when they are aborted', async () => {
    const { gmail, mailbox } = scripted();
    gmail.mishap = () => 'hang';
    const cancel = new AbortController();
    const asking = mailbox.raw('a', cancel.signal);
    setImmediate(() => cancel.abort());
    await expect(asking).rejects.toMatchObject({ name: 'AbortError' });
    await expect(mailbox.raw('a', cancel.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('failures', () => {
  const calls: [string, string, (mailbox: GmailMailbox) => Promise<unknown>][] = [
    ['profile', 'Failed to fetch profile', (mailbox) => mailbox.profile(never)],
    ['messages', 'Failed to fetch emails', (mailbox) => mailbox.list(LIST, never)],
    ['history', 'Failed to fetch emails', (mailbox) => mailbox.history('1', null, never)],
    ['metadata', 'Failed to fetch email with ID: 18f2', (mailbox) => mailbox.header('18f2', never)],
    ['full', 'Failed to fetch email with ID: 18f2', (mailbox) => mailbox.full('18f2', never)],
    ['raw', 'Failed to fetch email with ID: 18f2', (mailbox) => mailbox.raw('18f2', never)],
  ];

  for (const [name, text, call] of calls) {
    it(`of ${name} say: ${text}`, async () => {
      await expect(call(answering(() => googleError(500, 'backendError')))).rejects.toThrow(text);
      await expect(call(answering(() => googleError(400, 'invalidArgument')))).rejects.toThrow(text);
    });

    it(`of ${name} are worth another attempt after a 5xx, a broken network and garbled answers`, async () => {
      const answers = [
        () => googleError(500, 'backendError'),
        () => new Response('<html>bad gateway</html>', { status: 502 }),
        () => new Response('', { status: 408 }),
        () => new Response('{"id": "18f2", "ra'),
        () => new Response(''),
        () => json({ unexpected: true, id: 7 }),
        () => json([]),
      ];
      for (const answer of answers) {
        await expect(call(answering(answer))).rejects.toBeInstanceOf(TransientFault);
      }
      const { gmail, mailbox } = scripted();
      gmail.mishap = () => 'network';
      await expect(call(mailbox)).rejects.toBeInstanceOf(TransientFault);
    });

    it(`of ${name} with a 401 are an expired sign-in`, async () => {
      const mailbox = answering(() => googleError(401, 'authError'));
      await expect(call(mailbox)).rejects.toMatchObject({ code: 'token_expired' });
    });
  }

  it('with a 404 mean a vanished mail, and an expired history', async () => {
    const mailbox = answering(() => googleError(404, 'notFound'));
    await expect(mailbox.header('a', never)).resolves.toBeNull();
    await expect(mailbox.full('a', never)).resolves.toBeNull();
    await expect(mailbox.raw('a', never)).resolves.toBeNull();
    await expect(mailbox.history('1', null, never)).resolves.toBeNull();
    await expect(mailbox.profile(never)).rejects.toThrow('Failed to fetch profile');
    await expect(mailbox.list(LIST, never)).rejects.toThrow('Failed to fetch emails');
  });

  it('with 429, or a 403 that names a limit, carry the wait that the provider asks for', async () => {
    const now = Date.UTC(2026, 4, 4, 10);
    const limits: [() => Response, number | null][] = [
      [() => googleError(429, 'rateLimitExceeded', 'Too many requests', { 'Retry-After': '12' }), 12_000],
      [
        () =>
          googleError(429, 'rateLimitExceeded', '', { 'Retry-After': new Date(now + 30_000).toUTCString() }),
        30_000,
      ],
      [
        () =>
          googleError(
            403,
            'userRateLimitExceeded',
            'User-rate limit exceeded. Retry after 2026-05-04T10:00:45.000Z',
          ),
        45_000,
      ],
      [() => googleError(403, 'rateLimitExceeded', 'Rate Limit Exceeded'), null],
      [() => googleError(429, 'rateLimitExceeded', '', { 'Retry-After': '0' }), null],
      [
        () => json({ error: { code: 403, status: 'RESOURCE_EXHAUSTED', message: 'Retry in 3s' } }, 403),
        3_000,
      ],
      [() => json({ error: { code: 403, details: [{ reason: 'RATE_LIMIT_EXCEEDED' }] } }, 403), null],
    ];
    for (const [answer, expected] of limits) {
      const caught: unknown = await answering(answer)
        .raw('a', never)
        .catch((error: unknown) => error);
      expect(caught).toBeInstanceOf(TransientFault);
      expect(caught).toMatchObject({ rateLimited: true, retryAfterMs: expected });
    }
  });

  it('with a 403 for a missing right are final', async () => {
    const scope = answering(() => googleError(403, 'insufficientPermissions'));
    await expect(scope.list(LIST, never)).rejects.toMatchObject({ code: 'scopes_missing' });
    const domain = answering(() => googleError(403, 'domainPolicy'));
    const caught: unknown = await domain.list(LIST, never).catch((error: unknown) => error);
    expect(caught).toMatchObject({ code: 'emails_failed' });
    expect(caught).not.toBeInstanceOf(TransientFault);
  });

  it('read a wait from every way to write it, and none from other text', () => {
    expect(waitAsked('7', '', 0)).toBe(7_000);
    expect(waitAsked(' 7 ', '', 0)).toBe(7_000);
    expect(waitAsked(null, 'Retry after 1970-01-01T00:00:09Z, please', 1_000)).toBe(8_000);
    expect(waitAsked(null, 'Retry after 1970-01-01T00:00:01Z', 5_000)).toBe(0);
    expect(waitAsked('soon', 'No time here', 0)).toBeNull();
  });
});

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

  it('that hands the same page token back is worth another attempt', async () => {
    const mailbox = answering(() => json({ messages: [{ id: 'a' }], nextPageToken: 'same' }));
    await expect(mailbox.list({ ...LIST, pageToken: 'same' }, never)).rejects.toBeInstanceOf(TransientFault);
  });
});

describe('the history', () => {
  it('names what was added, without spam and trash', async () => {
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
  it('of a header are decoded, with every signature joined by a line feed', async () => {
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

  it('of raw mail hold every byte as it was sent', async () => {
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

  it('of full mail hold the text of each part, decoded, and no attachment', async () => {
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

describe('base64url', () => {
  it('decodes what any encoder writes, with and without padding, in both alphabets', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const buffer = Buffer.from(bytes);
        for (const text of [buffer.toString('base64url'), buffer.toString('base64')]) {
          expect(Buffer.from(await decodeBase64Url(text)).equals(buffer)).toBe(true);
        }
      }),
      { seed: 5 },
    );
  });

  it('refuses characters outside of the alphabet and impossible lengths', async () => {
    for (const text of ['A', 'AAAAA', 'AA=A', 'A A', 'Zm9v\n', 'ü', 'AAA===', '====']) {
      await expect(decodeBase64Url(text)).rejects.toThrow(RangeError);
    }
  });
});
