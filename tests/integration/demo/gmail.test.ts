import { beforeAll, describe, expect, test } from 'vitest';
import { EXPECTED_COUNTS } from '../../support/demo-mailbox.ts';
import { openGmail } from './gmail-client.ts';
import type { GmailClient, HistoryPage, Listing } from './gmail-client.ts';
import { call, signIn } from './sign-in.ts';

const BASE = '/gmail/v1/users/me';
let gmail: GmailClient;

beforeAll(async () => {
  gmail = await openGmail('full');
});

/** A mail that arrives while the tests run. */
function arrival(number: number) {
  const receivedAt = Date.UTC(2026, 0, number);
  const raw = Buffer.from(`Subject: ${number}\r\n\r\n`);
  return { caseName: null, receivedAt, labels: ['INBOX'], raw };
}

describe('profile', () => {
  test('gives the address, the counts and the current history id', async () => {
    const { threadsTotal, ...rest } = await gmail.get<Record<string, unknown>>('profile');
    expect(rest).toEqual({
      emailAddress: 'robin.keller@mail.example',
      messagesTotal: EXPECTED_COUNTS.mails,
      historyId: String(gmail.store.historyId),
    });
    expect(threadsTotal).toBeGreaterThan(0);
  });

  test('works under the address itself too, and is denied for another', async () => {
    const token = await signIn(gmail.demo);
    const own = await call(gmail.demo, '/gmail/v1/users/Robin.Keller@mail.example/profile', token);
    expect(own.status).toBe(200);
    const other = await gmail.failure('eve@mail.example/profile');
    expect(other).toMatchObject({ status: 403, code: 403 });
  });
});

describe('listing', () => {
  test('covers every mail exactly once over its pages, newest first, without spam and trash', async () => {
    const ids: string[] = [];
    let pages = 0;
    let pageToken = '';
    do {
      const next: Listing = await gmail.get(
        `messages?maxResults=97${pageToken && `&pageToken=${pageToken}`}`,
      );
      ids.push(...(next.messages ?? []).map(({ id }) => id));
      pageToken = next.nextPageToken ?? '';
      pages += 1;
    } while (pageToken);
    const all = gmail.store.mails.filter(
      ({ labels }) => !labels.includes('SPAM') && !labels.includes('TRASH'),
    );
    expect(ids).toEqual(all.map(({ id }) => id));
    expect(ids).toEqual(ids.toSorted().toReversed());
    expect(pages).toBe(Math.ceil(ids.length / 97));
    expect(ids.every((id) => /^[0-9a-f]{16}$/.test(id))).toBe(true);
  });

  test('gives 100 mails by default, 500 at most, and spam and trash on request', async () => {
    expect((await gmail.get<Listing>('messages')).messages).toHaveLength(100);
    expect((await gmail.get<Listing>('messages?maxResults=9000')).messages).toHaveLength(500);
    const all = await gmail.get<Listing>('messages?includeSpamTrash=true');
    expect(all.resultSizeEstimate).toBe(EXPECTED_COUNTS.mails);
    const usual = await gmail.get<Listing>('messages?includeSpamTrash=false');
    expect(usual.resultSizeEstimate).toBe(EXPECTED_COUNTS.mails - EXPECTED_COUNTS.spamAndTrash);
  });

  test('can be limited to labels', async () => {
    const sent = await gmail.get<Listing>('messages?labelIds=SENT&maxResults=500');
    expect(sent.messages?.length).toBe(
      gmail.store.mails.filter(({ labels }) => labels.includes('SENT')).length,
    );
    expect((await gmail.get<Listing>('messages?labelIds=SPAM')).messages).toHaveLength(1);
    expect(await gmail.get<Listing>('messages?labelIds=NONE')).toEqual({ resultSizeEstimate: 0 });
  });

  test('keeps its later pages in place when mail arrives', async () => {
    const quiet = await openGmail('no-travel');
    const first = await quiet.get<Listing>('messages?maxResults=10');
    const before = quiet.store.mails.map(({ id }) => id);
    await quiet.store.deliver([arrival(1)]);
    const second = await quiet.get<Listing>(`messages?maxResults=10&pageToken=${first.nextPageToken}`);
    expect(second.messages?.map(({ id }) => id)).toEqual(before.slice(10, 20));
  });

  test.each(['maxResults=0', 'maxResults=-1', 'maxResults=many', 'pageToken=nonsense'])(
    'answers 400 to %s',
    async (query) => {
      const error = await gmail.failure(`me/messages?${query}`);
      expect(error).toMatchObject({ status: 400, code: 400, errors: [{ reason: 'invalidArgument' }] });
    },
  );
});

describe('history', () => {
  test('lists what has arrived since, in pages, and gives 404 when it is too long ago', async () => {
    const { get, store } = await openGmail('no-travel');
    const start = store.historyId;
    expect(await get(`history?startHistoryId=${start}`)).toEqual({ historyId: String(start) });

    await store.deliver([arrival(1), arrival(2), arrival(3)]);
    const query = `history?startHistoryId=${start}&historyTypes=messageAdded&maxResults=2`;
    const first = await get<HistoryPage>(query);
    const second = await get<HistoryPage>(`${query}&pageToken=${first.nextPageToken}`);
    const added = [...(first.history ?? []), ...(second.history ?? [])].flatMap(
      ({ messagesAdded }) => messagesAdded,
    );
    expect(added.map(({ message }) => message.id)).toEqual(
      store.mails
        .slice(0, 3)
        .map(({ id }) => id)
        .toReversed(),
    );
    expect(added[0]?.message.labelIds).toEqual(['INBOX']);
    expect(second).not.toHaveProperty('nextPageToken');
    expect(Number(second.historyId)).toBeGreaterThan(start);
  });

  test.each([
    [404, 'startHistoryId=1'],
    [400, ''],
    [400, 'startHistoryId=soon'],
  ])('answers %i to "%s"', async (status, query) => {
    expect(await gmail.failure(`me/history?${query}`)).toMatchObject({ status });
  });
});

describe('access', () => {
  test.each(['profile', 'messages', 'messages/0123456789abcdef', 'history?startHistoryId=1'])(
    'to %s is refused without the mail scope, without a token, and with a wrong one',
    async (path) => {
      const noMail = await gmail.failure(`me/${path}`, await signIn(gmail.demo, ['email', 'profile']));
      expect(noMail).toMatchObject({ status: 403, errors: [{ reason: 'insufficientPermissions' }] });
      expect(await gmail.failure(`me/${path}`, 'wrong')).toMatchObject({
        status: 401,
        errors: [{ reason: 'authError' }],
      });
      expect((await gmail.demo.routes.request(`${BASE}/${path}`)).status).toBe(401);
    },
  );
});
