import { beforeEach, describe, expect, it } from 'vitest';
import { createGoogleProvider } from '../../../server/provider/google.ts';
import { errorOf, lookUpCall, send } from '../../support/server/api-calls.ts';
import { withTestServer } from '../../support/server/harness.ts';

const CLIENT_ID = '123-abc.apps.googleusercontent.com';
const TOKEN = 'ya29.an-access-token';

/** Answers as Google's tokeninfo does: every member a string. */
const info = (change: object = {}): Response =>
  Response.json({
    azp: CLIENT_ID,
    aud: CLIENT_ID,
    sub: '1',
    scope: 'openid https://www.googleapis.com/auth/userinfo.email',
    exp: '1',
    expires_in: '3000',
    email: 'Ada@gmail.com',
    email_verified: 'true',
    access_type: 'online',
    ...change,
  });

let asked: { url: string; method: string | undefined; body: string }[];
let answer: () => Promise<Response>;
let now: number;
const edge: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  asked.push({ url: request.url, method: request.method, body: await request.text() });
  return answer();
};
const provider = () => createGoogleProvider({ clientId: CLIENT_ID, fetch: edge, now: () => now });

beforeEach(() => {
  asked = [];
  answer = async () => info();
  now = 1_000_000;
});

describe('Google as the provider', () => {
  it('is asked with the token in the body, never in an address', async () => {
    await expect(provider().addressOf(TOKEN)).resolves.toBe('ada@gmail.com');
    expect(asked).toEqual([
      { url: 'https://oauth2.googleapis.com/tokeninfo', method: 'POST', body: `access_token=${TOKEN}` },
    ]);
  });

  it.each([
    ['issued for another client', { aud: 'other.apps.googleusercontent.com' }],
    ['without an address', { email: undefined }],
    ['with an unverified address', { email_verified: 'false' }],
    ['at its end', { expires_in: '0' }],
  ])('refuses a token %s', async (_name, change) => {
    answer = async () => info(change);
    await expect(provider().addressOf(TOKEN)).resolves.toBeNull();
  });

  it('refuses a token that Google refuses', async () => {
    answer = async () =>
      Response.json({ error: 'invalid_token', error_description: 'Invalid Value' }, { status: 400 });
    await expect(provider().addressOf(TOKEN)).resolves.toBeNull();
  });

  it('is asked once for many calls at once and for a minute after', async () => {
    const google = provider();
    await Promise.all(Array.from({ length: 20 }, () => google.addressOf(TOKEN)));
    now += 59_000;
    await google.addressOf(TOKEN);
    expect(asked).toHaveLength(1);
    now += 2_000;
    await google.addressOf(TOKEN);
    expect(asked).toHaveLength(2);
  });

  it('is asked again once the token itself has ended', async () => {
    const google = provider();
    answer = async () => info({ expires_in: '5' });
    await google.addressOf(TOKEN);
    answer = async () => Response.json({ error: 'invalid_token' }, { status: 400 });
    now += 5_001;
    await expect(google.addressOf(TOKEN)).resolves.toBeNull();
  });

  it('keeps the answers for different tokens apart', async () => {
    const google = provider();
    await google.addressOf(TOKEN);
    answer = async () => info({ email: 'eve@gmail.com' });
    await expect(google.addressOf(`${TOKEN}-2`)).resolves.toBe('eve@gmail.com');
    await expect(google.addressOf(TOKEN)).resolves.toBe('ada@gmail.com');
  });

  it('that is silent is not the person’s fault, and is asked again', async () => {
    const google = provider();
    answer = async () => {
      throw new TypeError('fetch failed');
    };
    await expect(google.addressOf(TOKEN)).rejects.toMatchObject({ status: 503, retryAfter: 5 });
    answer = async () => new Response(null, { status: 502 });
    await expect(google.addressOf(TOKEN)).rejects.toMatchObject({ status: 503 });
    answer = async () => info();
    await expect(google.addressOf(TOKEN)).resolves.toBe('ada@gmail.com');
  });
});

describe('a server with a Google client id', () => {
  it('serves no demo mailbox, no demo tokens and no demo keys', async () => {
    answer = async () => Response.json({ error: 'invalid_token' }, { status: 400 });
    await withTestServer({ env: { GOOGLE_CLIENT_ID: CLIENT_ID }, fetch: edge }, async (server) => {
      const config = (await (await server.request('/api/config')).json()) as Record<string, unknown>;
      expect(config).toMatchObject({
        provider: 'google',
        googleClientId: CLIENT_ID,
        mailboxBaseUrl: 'https://gmail.googleapis.com/gmail/v1/users/me',
      });
      for (const path of [
        '/demo/consent',
        '/demo/mailbox.mbox',
        '/demo/userinfo',
        '/gmail/v1/users/me/profile',
      ]) {
        expect((await server.request(path)).status).toBe(404);
      }
      const email = 'robin.keller@mail.example';
      const look = await send(server, lookUpCall({ email, token: await server.token(email) }));
      expect(look.status).toBe(401);

      const { keys } = (await (await server.request('/api/dkim/keys?domain=lu.ma')).json()) as {
        keys: { source: string }[];
      };
      expect(keys.filter(({ source }) => /demo/i.test(source))).toEqual([]);
    });
  });

  it('lets a person in with a token that Google vouches for, and answers 503 when Google is silent', async () => {
    await withTestServer({ env: { GOOGLE_CLIENT_ID: CLIENT_ID }, fetch: edge }, async (server) => {
      const call = (token: string) => send(server, lookUpCall({ email: 'ada@gmail.com', token }));
      await expect((await call(TOKEN)).json()).resolves.toEqual({ exists: false, user: null });
      answer = async () => {
        throw new TypeError('fetch failed');
      };
      const silent = await call('ya29.another-token');
      expect(silent.status).toBe(503);
      expect(silent.headers.get('retry-after')).toBe('5');
      expect(await errorOf(silent)).toBe('Google did not answer. Please try again in a moment.');
    });
  });
});
