import { describe, expect, it } from 'vitest';
import { waitAsked } from '../../../worker/mailbox/gmail-faults.ts';
import type { GmailMailbox } from '../../../worker/mailbox/index.ts';
import { TransientFault } from '../../../worker/mailbox/transient.ts';
import { answering, googleError, json, never, scripted } from '../../support/mailbox/scripted-gmail.ts';

const LIST = { maxResults: 500 };

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

    it(`of ${name} with a 401 mean an expired sign-in`, async () => {
      const mailbox = answering(() => googleError(401, 'authError'));
      await expect(call(mailbox)).rejects.toMatchObject({ code: 'token_expired' });
    });
  }

  it('with a 404 mean a mail that has vanished, or an expired history', async () => {
    const mailbox = answering(() => googleError(404, 'notFound'));
    await expect(mailbox.header('a', never)).resolves.toBeNull();
    await expect(mailbox.full('a', never)).resolves.toBeNull();
    await expect(mailbox.raw('a', never)).resolves.toBeNull();
    await expect(mailbox.history('1', null, never)).resolves.toBeNull();
    await expect(mailbox.profile(never)).rejects.toThrow('Failed to fetch profile');
    await expect(mailbox.list(LIST, never)).rejects.toThrow('Failed to fetch emails');
  });

  it('with 429, or a 403 that names a limit, include the wait that the provider asks for', async () => {
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

  it('with a 403 for a missing permission are final', async () => {
    const scope = answering(() => googleError(403, 'insufficientPermissions'));
    await expect(scope.list(LIST, never)).rejects.toMatchObject({ code: 'scopes_missing' });
    const domain = answering(() => googleError(403, 'domainPolicy'));
    const caught: unknown = await domain.list(LIST, never).catch((error: unknown) => error);
    expect(caught).toMatchObject({ code: 'emails_failed' });
    expect(caught).not.toBeInstanceOf(TransientFault);
  });

  it('read a wait in every notation, and find none in other text', () => {
    expect(waitAsked('7', '', 0)).toBe(7_000);
    expect(waitAsked(' 7 ', '', 0)).toBe(7_000);
    expect(waitAsked(null, 'Retry after 1970-01-01T00:00:09Z, please', 1_000)).toBe(8_000);
    expect(waitAsked(null, 'Retry after 1970-01-01T00:00:01Z', 5_000)).toBe(0);
    expect(waitAsked('soon', 'No time here', 0)).toBeNull();
  });
});
