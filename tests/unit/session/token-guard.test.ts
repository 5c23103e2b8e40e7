/** The request wrapper against a recording server: a request that it refuses never arrives. */
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createHttp } from '../../../worker/client/http.ts';
import type { Http } from '../../../worker/client/http.ts';
import type { MailGrant, Provider } from '../../../worker/contract.ts';
import { answerWith, keepRequests } from '../../support/network/answers.ts';
import type { Received } from '../../support/network/answers.ts';
import { createLoopback } from '../../support/network/loopback.ts';

/** Contains characters that a form and a URL escape. */
const TOKEN = 'ya29.mail-token/0123+456789=';
const SESSION = 'session-token-of-our-server';

const grantOf = (provider: Provider): MailGrant => ({
  access_token: TOKEN,
  token_type: 'Bearer',
  scope: 'email',
  expires_at: 2_000_000_000_000,
  provider,
});

let received: Received[];
/** Where requests outside this machine would have gone. */
let outside: string[];
let origin: string;
let http: Http;
beforeEach(async () => {
  received = [];
  outside = [];
  const loopback = createLoopback();
  onTestFinished(() => loopback.close());
  ({ origin } = await loopback.listen(keepRequests(received, answerWith(200, '{}'))));
  http = createHttp({
    origin,
    fetch: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      if (url.origin === origin) return fetch(input, init);
      outside.push(url.href);
      return new Response('{}');
    },
  });
});

const bearer = { headers: { authorization: `Bearer ${TOKEN}` } };
const post = (body: BodyInit, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body,
  headers,
});
const form = new FormData();
form.set('token', TOKEN);
const jsonEscaped = (text: string): string =>
  text.replaceAll(/./g, (char) => `\\u00${char.charCodeAt(0).toString(16).toUpperCase()}`);
const base64url = (text: string): string => Buffer.from(text).toString('base64url');
const streamed = (): ReadableStream => new Blob([`{"token":"${TOKEN}"}`]).stream();

const ASTRAY: [string, () => [string | Request, RequestInit?]][] = [
  ['a header to our server', () => ['/api/users/me', bearer]],
  ['another header', () => ['/api/users/me', { headers: { 'x-token': TOKEN } }]],
  ['a JSON body', () => ['/api/session', post(JSON.stringify({ idToken: TOKEN }))]],
  ['a form', () => ['/api/session', post(new URLSearchParams({ token: TOKEN }))]],
  ['a form with parts', () => ['/api/session', post(form)]],
  ['bytes', () => ['/api/psi/round2', post(new TextEncoder().encode(`\0${TOKEN}\0`))]],
  ['JSON with escaped slashes', () => ['/api/session', post(`{"a":"${TOKEN.replaceAll('/', '\\/')}"}`)]],
  ['JSON with escaped characters', () => ['/api/session', post(`{"a":"${jsonEscaped(TOKEN)}"}`)]],
  ['base64', () => ['/api/session', post(JSON.stringify({ a: btoa(TOKEN) }))]],
  ['base64 within a text', () => ['/api/session', post(btoa(`{"a":"${TOKEN}"}`))]],
  ['base64 within a text, a byte later', () => ['/api/session', post(btoa(`{"ab":"${TOKEN}"}`))]],
  ['base64 within a text, two bytes later', () => ['/api/session', post(btoa(`{"abc":"${TOKEN}"}`))]],
  ['base64url in a query', () => [`/api/catalog?v=${base64url(`~~?${TOKEN}~~?`)}`]],
  ['base64 in a query', () => [`/api/catalog?v=${encodeURIComponent(btoa(`~~?${TOKEN}~~?`))}`]],
  ['a basic sign-in', () => ['/api/users/me', { headers: { authorization: `Basic ${btoa(`x:${TOKEN}`)}` } }]],
  ['a blob', () => ['/api/psi/round2', post(new Blob(['x', TOKEN]))]],
  ['a stream', () => ['/api/psi/round2', { ...post(streamed()), duplex: 'half' } as RequestInit]],
  ['a request', () => [new Request(`${origin}/api/session`, post(TOKEN))]],
  ['a request’s header', () => [new Request(`${origin}/api/users/me`, bearer)]],
  ['a method', () => ['/api/users/me', { method: TOKEN }]],
  ['a request’s method', () => [new Request(`${origin}/api/users/me`, { method: base64url(TOKEN) })]],
  ['the method of a call to the mailbox', () => ['/gmail/v1/users/me/profile', { method: TOKEN }]],
  ['a query', () => [`/api/users/get_by_email?email=${encodeURIComponent(TOKEN)}`]],
  ['a path', () => [`/api/${TOKEN}`]],
  ['a query to the mailbox', () => [`/gmail/v1/users/me/messages?access_token=${TOKEN}`]],
  ['a body to the mailbox', () => ['/gmail/v1/users/me/messages', post(TOKEN)]],
  ['a header to the revocation', () => ['/demo/revoke', { method: 'POST', ...bearer }]],
  ['beside the mailbox', () => ['/gmail/v1/users/mean/profile', bearer]],
  ['out of the mailbox by dots', () => ['/gmail/v1/users/me/../../../../api/users/me', bearer]],
  ['out of the mailbox by escaped dots', () => ['/gmail/v1/users/me/%2e%2e/other', bearer]],
  ['another host', () => ['https://gmail.googleapis.com.evil.example/gmail/v1/users/me/x', bearer]],
  ['a host behind a name', () => ['https://gmail.googleapis.com@evil.example/gmail/v1/users/me/', bearer]],
  ['Google, for the demo’s token', () => ['https://gmail.googleapis.com/gmail/v1/users/me/profile', bearer]],
  ['the blob store', () => ['https://vercel.com/api/blob', { method: 'PUT', body: TOKEN }]],
];

describe('a demo mail token', () => {
  beforeEach(() => {
    http.keepGrant(grantOf('demo'));
  });

  it.each(ASTRAY)('does not leave in %s', async (_name, ask) => {
    const [input, init] = ask();
    await expect(http.for('account')(input, init)).rejects.toMatchObject({ code: 'grant_withheld' });
    await expect(http.guarded(fetch)(...ask())).rejects.toMatchObject({ code: 'grant_withheld' });
    expect(received).toEqual([]);
    expect(outside).toEqual([]);
  });

  it('goes to its mailbox in a header, and to its revocation in a body', async () => {
    await http.for('mailbox')('/gmail/v1/users/me/messages/a1?format=raw', bearer);
    await http.for('sign-in')('/demo/revoke', post(new URLSearchParams({ token: TOKEN })));
    expect(received.map(({ method, body }) => `${method} ${body.toString()}`)).toEqual([
      'GET ',
      `POST ${new URLSearchParams({ token: TOKEN }).toString()}`,
    ]);
    expect(received[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
  });

  it('keeps its destinations even if it is passed off as Google’s, and the other way round', async () => {
    http.keepGrant(grantOf('google'));
    const google = 'https://gmail.googleapis.com/gmail/v1/users/me/profile';
    await expect(http.for('mailbox')(google, bearer)).rejects.toMatchObject({ code: 'grant_withheld' });
    expect(outside).toEqual([]);
  });

  it('does not affect requests without a token, streams included', async () => {
    const init = { ...post(new Blob(['abc']).stream()), duplex: 'half' } as RequestInit;
    await http.for('public keys')('/blob/x', init);
    expect(received.map(({ body }) => body.toString())).toEqual(['abc']);
  });
});

describe('a Google mail token', () => {
  beforeEach(() => {
    http.keepGrant(grantOf('google'));
  });

  it('goes to Gmail’s own address and to Google’s revocation endpoint', async () => {
    await http.for('mailbox')('https://gmail.googleapis.com/gmail/v1/users/me/profile', bearer);
    await http.for('sign-in')('https://oauth2.googleapis.com/revoke', post(`token=${TOKEN}`));
    expect(outside).toEqual([
      'https://gmail.googleapis.com/gmail/v1/users/me/profile',
      'https://oauth2.googleapis.com/revoke',
    ]);
  });

  it.each([
    '/gmail/v1/users/me/profile',
    '/demo/revoke',
    'https://gmail.googleapis.com/gmail/v1/users/somebody/profile',
    'https://gmail.googleapis.com/upload/gmail/v1/users/me/messages',
    'https://www.googleapis.com/gmail/v1/users/me/profile',
    'http://gmail.googleapis.com/gmail/v1/users/me/profile',
    'https://oauth2.googleapis.com/tokeninfo',
  ])('does not go to %s', async (address) => {
    await expect(http.for('mailbox')(address, bearer)).rejects.toMatchObject({ code: 'grant_withheld' });
    const inBody = http.for('sign-in')(address, post(`token=${TOKEN}`));
    await expect(inBody).rejects.toMatchObject({ code: 'grant_withheld' });
    expect(received).toEqual([]);
    expect(outside).toEqual([]);
  });
});

describe('the token of our server’s session', () => {
  it('goes only to calls to this server', async () => {
    http.keepSession({ token: SESSION, expiresAt: 2_000_000_000_000 });
    const init = { headers: { authorization: `Bearer ${SESSION}` } };
    await http.for('account')('/api/users/me', init);
    expect(received).toHaveLength(1);
    for (const address of [
      'https://gmail.googleapis.com/gmail/v1/users/me/profile',
      '/gmail/v1/users/me/x',
    ]) {
      await expect(http.for('mailbox')(address, init)).rejects.toMatchObject({ code: 'grant_withheld' });
    }
    expect([received.length, outside]).toEqual([1, []]);
  });
});
