import { describe, expect, it } from 'vitest';
import { failure } from '../../../worker/errors.ts';
import { ANSWER_TIMEOUT_MS, IDLE_TIMEOUT_MS } from '../../../worker/mailbox/gmail-request.ts';
import { TransientFault } from '../../../worker/mailbox/transient.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { json, mail, mailboxOver, never, scripted } from '../../support/mailbox/scripted-gmail.ts';

describe('requests', () => {
  it('have the bearer token and the parameters of the call, and cost what Gmail charges', async () => {
    const { gmail, clock } = scripted();
    const baseUrl = 'https://gmail.example/gmail/v1/users/me/';
    const mailbox = mailboxOver({ baseUrl, token: () => 'the-token', fetch: gmail.fetch, clock });
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

  it('do not take the token where an answer redirects them', async () => {
    const followed: unknown[] = [];
    const mailbox = mailboxOver({
      token: () => 'the-token',
      fetch: async (_, init) => {
        followed.push(init?.redirect);
        return json({ emailAddress: 'a@b.example' });
      },
    });
    await mailbox.profile(never);
    expect(followed).toEqual(['error']);
  });

  it('ask for the token each time', async () => {
    const tokens = ['first', 'second'];
    const seen: unknown[] = [];
    const mailbox = mailboxOver({
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

  it('end with the token callback’s own error when there is no token', async () => {
    const mailbox = mailboxOver({
      token: () => {
        throw failure('token_expired');
      },
      fetch: () => Promise.reject(new Error('must not be called')),
    });
    await expect(mailbox.profile(never)).rejects.toMatchObject({ code: 'token_expired' });
  });

  it('end when nothing arrives for a minute, and are worth another attempt', async () => {
    const { gmail, mailbox, clock } = scripted();
    gmail.mishap = () => 'hang';
    const started = clock.now();
    await expect(mailbox.raw('a', never)).rejects.toBeInstanceOf(TransientFault);
    expect(clock.now() - started).toBe(ANSWER_TIMEOUT_MS);
  });

  it('may take any time while data arrives', async () => {
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
    const mailbox = mailboxOver({ fetch: async () => new Response(body), clock });
    await expect(mailbox.profile(never)).resolves.toMatchObject({ messagesTotal: 3 });
  });

  it('end when the answer stalls in the middle', async () => {
    const clock = new FakeClock();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"emailAddress"')),
    });
    const mailbox = mailboxOver({ fetch: async () => new Response(body), clock });
    await expect(mailbox.profile(never)).rejects.toBeInstanceOf(TransientFault);
  });

  it('reject with the abort reason when they are aborted', async () => {
    const { gmail, mailbox } = scripted();
    gmail.mishap = () => 'hang';
    const cancel = new AbortController();
    const asking = mailbox.raw('a', cancel.signal);
    setImmediate(() => cancel.abort());
    await expect(asking).rejects.toMatchObject({ name: 'AbortError' });
    await expect(mailbox.raw('a', cancel.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });
});
