import { describe, expect, it, vi } from 'vitest';
import { createHttp, retryAfterSeconds } from '../../../worker/client/http.ts';
import { revoke } from '../../../worker/account/provider.ts';
import type { MailGrant } from '../../../worker/contract.ts';

describe('the module that sends all requests', () => {
  it('makes addresses absolute and records the purpose of each request', async () => {
    const seen: string[] = [];
    const send = vi.fn<typeof fetch>(async () => new Response(null));
    const http = createHttp({
      origin: 'https://waystamp.example',
      fetch: send,
      recording: (given, purpose) => (input, init) => {
        const request = input instanceof Request ? input : new Request(input, init);
        seen.push(`${purpose}: ${request.method} ${request.url}`);
        return given(input, init);
      },
    });
    await http.for('catalog')('/api/catalog');
    await http.for('sign-in')(new URL('https://accounts.example/revoke'), { method: 'POST' });
    await http.for('mailbox')(new Request('https://mail.example/messages'));
    expect(seen).toEqual([
      'catalog: GET https://waystamp.example/api/catalog',
      'sign-in: POST https://accounts.example/revoke',
      'mailbox: GET https://mail.example/messages',
    ]);
    expect(send).toHaveBeenCalledTimes(3);
  });

  it('sends no cookie and no referrer, follows no redirect, and gives every request a deadline', async () => {
    const send = vi.fn<typeof fetch>(async () => new Response(null));
    await createHttp({ origin: 'https://waystamp.example', fetch: send }).for('account')('/x');
    const init = send.mock.calls[0]?.[1];
    expect(init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'error' });
    expect(init?.signal).toBeInstanceOf(AbortSignal);
  });

  it('lets no caller follow a redirect, send cookies or send a referrer', async () => {
    const send = vi.fn<typeof fetch>(async () => new Response(null));
    const http = createHttp({ origin: 'https://waystamp.example', fetch: send });
    const wishes = {
      redirect: 'follow',
      credentials: 'include',
      referrerPolicy: 'unsafe-url',
      cache: 'force-cache',
    } as const;
    const sent = [
      ['/x', wishes],
      [new Request('https://mail.example/x', wishes), undefined],
      [new Request('https://mail.example/x'), wishes],
      // Sent as Google's revocation is, but to another address.
      ['https://oauth2.googleapis.com/revoke?x', { ...wishes, mode: 'no-cors' }],
    ] as const;
    for (const [input, init] of sent) await http.for('mailbox')(input, init);
    expect(send).toHaveBeenCalledTimes(sent.length);
    for (const [, init] of send.mock.calls) {
      expect(init).toMatchObject({
        redirect: 'error',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
      });
    }
  });

  it('allows Google’s revocation with no access to the answer, and therefore with redirects', async () => {
    const send = vi.fn<typeof fetch>(async () => new Response(null));
    const grant: MailGrant = {
      access_token: 'mail-token-0123456789',
      token_type: 'Bearer',
      scope: 'email',
      expires_at: 0,
      provider: 'google',
    };
    await revoke(grant, createHttp({ origin: 'https://waystamp.example', fetch: send }));
    expect(send.mock.calls[0]?.[0]).toBe('https://oauth2.googleapis.com/revoke');
    expect(send.mock.calls[0]?.[1]).toMatchObject({ mode: 'no-cors', redirect: 'follow' });
  });

  it('sets no deadline for the mailbox, which sets its own', async () => {
    const send = vi.fn<typeof fetch>(async () => new Response(null));
    await createHttp({ origin: 'https://waystamp.example', fetch: send }).for('mailbox')('/x');
    expect(send.mock.calls[0]?.[1]?.signal).toBeNull();
  });

  it('passes on the caller’s abort', async () => {
    const controller = new AbortController();
    const http = createHttp({
      origin: 'https://waystamp.example',
      fetch: (_input, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
        }),
    });
    const waiting = http.for('mailbox')('/slow', { signal: controller.signal });
    controller.abort();
    await expect(waiting).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-20T10:00:00Z');
  it.each([
    ['12', 12],
    ['0', 0],
    ['Fri, 20 Nov 2026 10:00:30 GMT', 30],
    ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
  ])('%j is %s seconds', (value, seconds) => {
    expect(retryAfterSeconds(new Headers({ 'retry-after': value }), now)).toBe(seconds);
  });

  it('is undefined when it is absent', () => {
    expect(retryAfterSeconds(new Headers(), now)).toBeUndefined();
  });
});
