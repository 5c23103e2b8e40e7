import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import type { JSONWebKeySet } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { createDemo } from '../../../server/demo/index.ts';
import type { Demo } from '../../../server/demo/index.ts';
import {
  ALL_SCOPES,
  GMAIL_READONLY,
  ORIGIN,
  REDIRECT_URI,
  call,
  consentRequest,
  decide,
  exchange,
  identify,
  pkce,
  returned,
  signIn,
  signInRequest,
} from './sign-in.ts';
import { openTestServer } from '../../support/server/harness.ts';

const OWNER = 'robin.keller@mail.example';
let now = Date.UTC(2026, 0, 1);
let demo: Demo;

beforeAll(async () => {
  demo = createDemo({
    secret: new Uint8Array(32).fill(1),
    demoCase: 'empty',
    tokenSeconds: 300,
    now: () => now,
  });
  await demo.mailbox();
});

describe('the consent page', () => {
  test('names the account and the three scopes with a checkbox each, and needs no script', async () => {
    const response = await demo.routes.request(`/demo/consent?${consentRequest(pkce().challenge)}`);
    expect(response.status).toBe(200);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|script-src/);
    const html = await response.text();
    expect(html).toContain(OWNER);
    expect(html.match(/type="checkbox"/g)).toHaveLength(3);
    for (const scope of ALL_SCOPES) expect(html).toContain(`value="${scope}"`);
    expect(html).toContain('No real account is used.');
    expect(html).not.toMatch(/<script|style="|onclick/);
  });

  test('has its style sheet and fonts from the same site', async () => {
    const style = await demo.routes.request('/demo/consent.css');
    expect(style.headers.get('content-type')).toContain('text/css');
    for (const [, path] of (await style.text()).matchAll(/url\('([^']+)'\)/g)) {
      const font = await demo.routes.request(path ?? '');
      expect(font.status).toBe(200);
      expect(Buffer.from(await font.arrayBuffer()).toString('latin1', 0, 4)).toBe('wOF2');
    }
    expect((await demo.routes.request('/demo/fonts/other.woff2')).status).toBe(404);
  });

  test('shows fewer scopes when fewer are requested', async () => {
    const request = consentRequest(pkce().challenge, { scope: 'email profile' });
    const html = await (await demo.routes.request(`/demo/consent?${request}`)).text();
    expect(html.match(/type="checkbox"/g)).toHaveLength(2);
    expect(html).not.toContain(GMAIL_READONLY);
  });

  test('shows a hostile state parameter as text', async () => {
    const request = consentRequest(pkce().challenge, { state: '"><script>alert(1)</script>' });
    const html = await (await demo.routes.request(`/demo/consent?${request}`)).text();
    expect(html).not.toContain('<script>');
  });

  test.each([
    ['another site', { redirect_uri: 'https://evil.example/' }],
    ['another port', { redirect_uri: 'http://localhost:9999/' }],
    ['a site that begins alike', { redirect_uri: 'http://localhost.evil.example/' }],
    ['a name before the host', { redirect_uri: 'http://user:secret@localhost/' }],
    ['no address', { redirect_uri: 'nowhere' }],
    ['a script', { redirect_uri: 'javascript:alert(1)' }],
    ['another app', { client_id: 'somebody' }],
  ])('redirects nobody to %s', async (_, change) => {
    const request = consentRequest(pkce().challenge, change);
    for (const response of [
      await demo.routes.request(`/demo/consent?${request}`),
      await decide(demo, request, 'allow'),
    ]) {
      expect(response.status).toBe(400);
      expect(response.headers.get('location')).toBeNull();
      expect(await response.text()).toContain('Nothing was read or shared.');
    }
  });

  test.each([
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['invalid_request', { code_challenge: 'short' }],
    ['invalid_scope', { scope: 'email everything' }],
    ['invalid_scope', { scope: '' }],
    ['invalid_scope', { scope: 'openid', nonce: 'n' }],
    ['invalid_scope', { scope: `openid email ${GMAIL_READONLY}`, nonce: 'n' }],
    ['invalid_request', { scope: 'openid email' }],
    ['invalid_request', { nonce: 'of no sign-in' }],
  ])('tells the app %s', async (error, change) => {
    const request = consentRequest(pkce().challenge, change);
    const response = await demo.routes.request(`/demo/consent?${request}`);
    expect(response.status).toBe(303);
    expect(Object.fromEntries(returned(response))).toEqual({ error, state: 'some state' });
  });

  test('refuses an answer sent by another site', async () => {
    const request = consentRequest(pkce().challenge);
    const response = await decide(demo, request, 'allow', ALL_SCOPES, { Origin: 'https://evil.example' });
    expect(response.status).toBe(400);
  });

  test('returns access_denied on Cancel, and when every box is empty', async () => {
    const request = consentRequest(pkce().challenge);
    for (const response of [
      await decide(demo, request, 'cancel'),
      await decide(demo, request, 'allow', []),
      await decide(demo, request, 'allow', ['https://mail.google.com/']),
    ]) {
      expect(response.status).toBe(303);
      expect(Object.fromEntries(returned(response))).toEqual({ error: 'access_denied', state: 'some state' });
    }
  });

  test('refuses a form that is far too large', async () => {
    const server = await openTestServer();
    const form = new URLSearchParams({ state: 'x'.repeat(40_000) });
    const response = await server.request('/demo/consent', { method: 'POST', body: form });
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({ error: 'The request is too large.' });
    await server.close();
  });
});

describe('a code', () => {
  async function newCode(): Promise<{ code: string; verifier: string }> {
    const { verifier, challenge } = pkce();
    const response = await decide(demo, consentRequest(challenge), 'allow');
    expect(response.headers.get('location')).toContain(`${REDIRECT_URI}?`);
    expect(returned(response).get('state')).toBe('some state');
    return { code: returned(response).get('code') ?? '', verifier };
  }

  test('gives a token of the granted scopes', async () => {
    const { verifier, challenge } = pkce();
    const allowed = await decide(demo, consentRequest(challenge), 'allow', [GMAIL_READONLY, 'email']);
    const response = await exchange(demo, returned(allowed).get('code') ?? '', verifier);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const { access_token: token, ...rest } = (await response.json()) as Record<string, unknown>;
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(rest).toEqual({
      token_type: 'Bearer',
      expires_in: 300,
      scope: `email ${GMAIL_READONLY}`,
    });
  });

  test.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }],
    ['no verifier', { code_verifier: '' }],
    ['another app', { client_id: 'somebody' }],
    ['another address', { redirect_uri: `${ORIGIN}/other` }],
    ['another code', { code: 'nonsense' }],
  ])('is refused with %s', async (_, change) => {
    const { code, verifier } = await newCode();
    const response = await exchange(demo, code, verifier, change);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'invalid_grant' });
  });

  test('works for one try, even a failed one', async () => {
    const first = await newCode();
    expect((await exchange(demo, first.code, first.verifier)).status).toBe(200);
    expect((await exchange(demo, first.code, first.verifier)).status).toBe(400);
    const second = await newCode();
    expect((await exchange(demo, second.code, 'y'.repeat(43))).status).toBe(400);
    expect((await exchange(demo, second.code, second.verifier)).status).toBe(400);
  });

  test('is refused after a minute', async () => {
    const { code, verifier } = await newCode();
    now += 61_000;
    expect((await exchange(demo, code, verifier)).status).toBe(400);
  });

  test('is not an access token, nor the other way round', async () => {
    const { code } = await newCode();
    expect(await demo.verifyAccessToken(code)).toBeNull();
    const { verifier } = pkce();
    expect((await exchange(demo, await signIn(demo), verifier)).status).toBe(400);
  });

  test('can only be redeemed with the one supported grant type', async () => {
    const { code, verifier } = await newCode();
    const response = await exchange(demo, code, verifier, { grant_type: 'password' });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: 'unsupported_grant_type' });
  });
});

describe('an ID token', () => {
  test('says who signed in, to this app, for this nonce, for an hour', async () => {
    const idToken = await identify(demo);
    const { issuer, algorithm, keys } = demo.idTokens;
    const seconds = Math.floor(now / 1000);
    const { payload } = await jwtVerify(idToken, keys, {
      issuer,
      audience: demo.clientId,
      algorithms: [algorithm],
      currentDate: new Date(now),
    });
    expect(payload).toEqual({
      iss: issuer,
      aud: 'waystamp-demo',
      sub: `demo-${OWNER}`,
      email: OWNER,
      email_verified: true,
      name: 'Robin Keller',
      nonce: 'the nonce claim',
      jti: expect.any(String) as string,
      iat: seconds,
      exp: seconds + 3600,
    });
  });

  test('comes without a token that could read mail, and cannot read mail itself', async () => {
    const { verifier, challenge } = pkce();
    const allowed = await decide(demo, signInRequest(challenge), 'allow');
    const answer = await exchange(demo, returned(allowed).get('code') ?? '', verifier);
    const { id_token: idToken, ...rest } = (await answer.json()) as Record<string, string>;
    expect(rest).toEqual({ token_type: 'Bearer', expires_in: 3600, scope: 'openid email profile' });
    expect(await demo.verifyAccessToken(idToken ?? '')).toBeNull();
    expect((await call(demo, '/gmail/v1/users/me/profile', idToken ?? '')).status).toBe(401);
  });

  test('has no name that was not requested', async () => {
    expect(decodeJwt(await identify(demo, { scope: 'openid email' }))).not.toHaveProperty('name');
  });

  test('is signed with the key that the provider publishes, the same on every copy of the server', async () => {
    const jwks = async (secret: number): Promise<JSONWebKeySet> => {
      const copy = createDemo({ secret: new Uint8Array(32).fill(secret), demoCase: 'empty', now: () => now });
      return (await (await copy.routes.request('/demo/jwks.json')).json()) as JSONWebKeySet;
    };
    const [same, another] = [await jwks(1), await jwks(2)];
    const options = { currentDate: new Date(now) };
    const idToken = await identify(demo);
    await expect(jwtVerify(idToken, createLocalJWKSet(same), options)).resolves.toBeDefined();
    await expect(jwtVerify(idToken, createLocalJWKSet(another), options)).rejects.toThrow(
      'signature verification failed',
    );
    expect(JSON.stringify(same)).not.toContain('"d"');
  });

  test('is requested on a page that says so, with nothing to choose, and can be refused', async () => {
    const request = signInRequest(pkce().challenge);
    const html = await (await demo.routes.request(`/demo/consent?${request}`)).text();
    expect(html).toContain('<h1>Sign in to Waystamp with the demo account?</h1>');
    expect(html.match(/type="checkbox"/g)).toHaveLength(2);
    expect(html.match(/\bdisabled\b/g)).toHaveLength(2);
    expect(html).not.toContain(GMAIL_READONLY);
    const refused = await decide(demo, request, 'cancel');
    expect(Object.fromEntries(returned(refused))).toEqual({ error: 'access_denied', state: 'some state' });
  });
});

describe('an access token', () => {
  test('is requested with a hint at the address, as with Google', async () => {
    const request = consentRequest(pkce().challenge, { login_hint: OWNER });
    expect((await demo.routes.request(`/demo/consent?${request}`)).status).toBe(200);
  });

  test('names the owner, this app, the scopes and an expiry', async () => {
    expect(await demo.verifyAccessToken(await signIn(demo, ['email']))).toEqual({
      email: OWNER,
      audience: 'waystamp-demo',
      scopes: ['email'],
      expiresAt: Math.floor(now / 1000) * 1000 + 300_000,
    });
  });

  test('is not accepted when it was changed, signed by another server, or is not a token', async () => {
    const token = await signIn(demo);
    const [head = '', body = '', signature = ''] = token.split('.');
    const richer = Buffer.from(
      Buffer.from(body, 'base64url').toString().replace(OWNER, 'eve@mail.example'),
    ).toString('base64url');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const other = createDemo({ secret: new Uint8Array(32).fill(2), demoCase: 'empty', now: () => now });
    for (const forged of [
      `${head}.${richer}.${signature}`,
      `${none}.${body}.`,
      await signIn(other),
      'token',
      '',
    ]) {
      expect(await demo.verifyAccessToken(forged)).toBeNull();
    }
  });

  test('expires by itself', async () => {
    const token = await signIn(demo);
    now += 299_000;
    expect(await demo.verifyAccessToken(token)).not.toBeNull();
    now += 2_000;
    expect(await demo.verifyAccessToken(token)).toBeNull();
    expect((await call(demo, '/gmail/v1/users/me/profile', token)).status).toBe(401);
  });

  test('is revoked without an effect on others', async () => {
    const [token, other] = [await signIn(demo), await signIn(demo)];
    const revoke = (body: URLSearchParams) => demo.routes.request('/demo/revoke', { method: 'POST', body });
    expect((await revoke(new URLSearchParams({ token }))).status).toBe(200);
    expect((await revoke(new URLSearchParams({ token: 'unknown' }))).status).toBe(200);
    expect((await revoke(new URLSearchParams())).status).toBe(400);
    expect(await demo.verifyAccessToken(token)).toBeNull();
    expect((await call(demo, '/gmail/v1/users/me/profile', token)).status).toBe(401);
    expect(await demo.verifyAccessToken(other)).not.toBeNull();
  });
});
