import { beforeEach, describe, expect, it } from 'vitest';
import { errorText } from '../../../src/texts/errors.ts';
import type { ErrorCode } from '../../../worker/contract.ts';
import { json, MAIL_TOKEN, sessionToken } from '../../support/core/edge.ts';
import { ADDRESS, googleReading, googleSignIn, READING, SIGN_IN } from '../../support/core/page-requests.ts';
import { failed, value } from '../../support/core/outcome.ts';
import { openScriptedDevice } from '../../support/core/scripted-device.ts';
import type { ScriptedDevice } from '../../support/core/scripted-device.ts';

let device: ScriptedDevice;
beforeEach(async () => {
  device = await openScriptedDevice();
});

describe('signing in', () => {
  it('creates the account of a new person, keys first, and keeps the session', async () => {
    const session = await device.signIn();
    expect(session.email).toBe(ADDRESS);
    expect(session.psiPublicKeysLink).toContain('/blob/public/');
    expect(atob(session.psiPrivateKeys).length).toBeGreaterThanOrEqual(48);
    expect(device.lastSession()).toEqual(session);
    const order = [
      'POST /demo/token',
      'POST /api/session',
      'GET /api/users/get_by_email',
      'POST /identitytoolkit.googleapis.com/v1/accounts:signUp',
      'POST /api/psi/upload',
      'POST /api/users/create_account',
      'POST /demo/token',
      'GET /gmail/v1/users/me/profile',
    ];
    expect(device.edge.calls.filter((call) => order.includes(call))).toEqual(order);
  });

  it('sends the ID token with the nonce itself, and only to our server', async () => {
    await value(device.core.open(null));
    const request = googleSignIn(ADDRESS);
    await value(device.core.signIn(request));
    if (request.provider !== 'google') throw new Error('not Google');
    const { idToken, nonce } = request;
    const carrying = device.edge.received.filter(({ url, body, headers }) =>
      [url, body, ...Object.values(headers)].some((text) => text.includes(idToken) || text.includes(nonce)),
    );
    expect(carrying.map(({ url }) => url)).toEqual([`${device.edge.origin}/api/session`]);
    expect(JSON.parse(carrying[0]?.body ?? '')).toEqual({ idToken, nonce });
  });

  it('makes fresh keys for an account that exists, and announces them', async () => {
    device.edge.accounts.add(ADDRESS);
    await device.signIn();
    expect(device.edge.calls).toContain('POST /api/users/update_psi_keys');
    expect(device.edge.calls).not.toContain('POST /api/users/create_account');
  });

  it('adopts an account that another device created in the meantime', async () => {
    device.edge.script('POST /api/users/create_account', () => json(409, { error: 'the account exists' }));
    const session = await device.signIn();
    expect(session.userId).toBe('user-1');
    expect(device.edge.calls).toContain('POST /api/users/update_psi_keys');
  });

  it.each<[string, string, () => Response | null, ErrorCode, string | null]>([
    [
      'the code was used before',
      'POST /demo/token',
      () => json(400, { error: 'invalid_grant' }),
      'sign_in_failed',
      null,
    ],
    [
      'the server takes another address for the person’s',
      'POST /api/session',
      () =>
        json(200, {
          token: sessionToken(9),
          expiresAt: 2e12,
          user: { id: 'user-2', email: 'someone.else@mail.example' },
        }),
      'sign_in_failed',
      null,
    ],
    [
      'the server calls its session by an address that the sign-out needs',
      'POST /api/session',
      () =>
        json(200, {
          token: 'https://oauth2.googleapis.com/revoke',
          expiresAt: 2e12,
          user: { id: 'user-1', email: ADDRESS },
        }),
      'server_unavailable',
      null,
    ],
    ['the server is down', 'POST /api/session', () => null, 'server_unavailable', null],
    [
      'the look-up fails',
      'GET /api/users/get_by_email',
      () => null,
      'user_lookup_failed',
      'An error occurred. Please try again',
    ],
    [
      'the anonymous sign-in fails',
      'POST /identitytoolkit.googleapis.com/v1/accounts:signUp',
      () => json(400, { error: { message: 'ADMIN_ONLY_OPERATION' } }),
      'psi_account_setup',
      'Error with PSI account setup.',
    ],
    [
      'no upload is allowed',
      'POST /api/psi/upload',
      () => json(403, { error: 'no' }),
      'psi_account_setup',
      'Error with PSI account setup.',
    ],
    [
      'the account is refused',
      'POST /api/users/create_account',
      () => json(400, { error: 'the link lies outside of the store' }),
      'create_account_failed',
      'Failed to create account: the link lies outside of the store',
    ],
    [
      'the account gets no answer',
      'POST /api/users/create_account',
      () => null,
      'create_account_failed',
      'Failed to create account: the server did not answer',
    ],
  ])('reports it when %s, and nobody is signed in', async (_name, call, answer, code, message) => {
    device.edge.script(call, answer);
    await value(device.core.open(null));
    const error = await failed(device.core.signIn(SIGN_IN));
    expect(error.code).toBe(code);
    expect(error.message).toBe(message ?? error.message);
    expect(device.lastSession()).toBeUndefined();
  });

  it.each<[number, string, ErrorCode]>([
    [401, 'id_token_expired', 'id_token_expired'],
    [401, 'id_token_audience', 'id_token_audience'],
    [401, 'id_token_unsigned', 'id_token_unsigned'],
    [401, 'id_token_nonce', 'id_token_nonce'],
    [401, 'id_token_unverified', 'id_token_unverified'],
    [401, 'id_token_used', 'id_token_used'],
    [401, 'id_token_invalid', 'id_token_invalid'],
    [400, 'id_token_invalid', 'id_token_invalid'],
    [503, 'provider_silent', 'provider_silent'],
    [429, 'too_many', 'sign_in_limited'],
    [401, 'of_a_newer_server', 'sign_in_failed'],
  ])('ends a refusal of %d %s as %s, and keeps the findings', async (status, code, expected) => {
    const session = await device.signIn();
    await value(device.core.choose({ interests: ['bars'], events: [] }));
    const refusal = { error: 'A sentence of the server’s.', code };
    device.edge.script('POST /api/session', () => json(status, refusal, { 'retry-after': '30' }));
    const error = await failed(device.core.signIn(SIGN_IN));
    expect(error).toMatchObject({ code: expected, retryAfter: 30 });
    expect(errorText(error)).toMatch(/Nothing on this device has changed\. .*([Ss]ign in|[Tt]ry again)/);
    expect(device.lastSession()).toEqual(session);
    const { facts } = await value(device.core.open(session));
    expect(facts.map(({ id }) => id)).toEqual(['travelInterests/bars']);
  });

  it('passes on the server’s message when keys cannot be announced', async () => {
    device.edge.accounts.add(ADDRESS);
    device.edge.script('POST /api/users/update_psi_keys', () => json(400, { error: 'keys unreadable' }));
    await value(device.core.open(null));
    expect((await failed(device.core.signIn(SIGN_IN))).message).toBe(
      'Failed to update keys: keys unreadable',
    );
  });
});

describe('allowing to read', () => {
  const scanned = () => device.core.scan({ source: { kind: 'account' }, thorough: false });

  it('is a separate step: without it, a file can be compared and the mailbox stays closed', async () => {
    await value(device.core.open(null));
    const session = await value(device.core.signIn(SIGN_IN));
    expect(session.googleAuthToken).toBeNull();
    expect(device.edge.calls.some((call) => call.includes('/gmail/'))).toBe(false);
    expect((await failed(scanned())).code).toBe('scopes_missing');
    await value(device.core.choose({ interests: ['bars'], events: [] }));
    expect((await value(device.core.compare())).travelInterests).toEqual(['bars']);
  });

  it('needs a person who is signed in', async () => {
    await value(device.core.open(null));
    expect((await failed(device.core.allowReading(READING))).code).toBe('signed_out');
    expect(device.edge.calls).not.toContain('POST /demo/token');
  });

  it('is revoked if Google granted it but nobody is signed in', async () => {
    device.edge.provider = 'google';
    await value(device.core.open(null));
    expect((await failed(device.core.allowReading(googleReading(MAIL_TOKEN)))).code).toBe('signed_out');
    expect(device.edge.received.at(-1)).toMatchObject({
      url: 'https://oauth2.googleapis.com/revoke',
      body: new URLSearchParams({ token: MAIL_TOKEN }).toString(),
    });
  });

  it('is refused for another address than that of the sign-in, and revoked', async () => {
    await value(device.core.open(null));
    const session = await value(device.core.signIn(SIGN_IN));
    device.edge.mailAddress = 'someone.else@mail.example';
    const error = await failed(device.core.allowReading(READING));
    expect(error.code).toBe('other_address');
    expect(device.edge.calls.at(-1)).toBe('POST /demo/revoke');
    expect(device.lastSession()).toEqual(session);
    expect((await failed(scanned())).code).toBe('scopes_missing');
  });

  it('accepts the same mailbox in another spelling', async () => {
    device.edge.mailAddress = 'Robin.Keller+travel@mail.example';
    expect((await device.signIn()).email).toBe(ADDRESS);
  });

  it('keeps a grant without mail access, to tell the person, and reads nothing with it', async () => {
    device.edge.scope = 'email profile';
    expect((await device.signIn()).googleAuthToken?.scope).toBe('email profile');
    expect(device.edge.calls).not.toContain('GET /gmail/v1/users/me/profile');
    expect((await failed(scanned())).code).toBe('scopes_missing');
  });

  it.each<[string, string, () => Response | null, ErrorCode]>([
    [
      'the code was used before',
      'POST /demo/token',
      () => json(400, { error: 'invalid_grant' }),
      'sign_in_failed',
    ],
    ['the profile does not come', 'GET /gmail/v1/users/me/profile', () => json(500, {}), 'profile_failed'],
    ['the profile gets no answer', 'GET /gmail/v1/users/me/profile', () => null, 'profile_failed'],
    [
      'the profile is not one',
      'GET /gmail/v1/users/me/profile',
      () => json(200, { emailAddress: 7 }),
      'profile_failed',
    ],
    ['the token is refused', 'GET /gmail/v1/users/me/profile', () => json(401, {}), 'token_expired'],
  ])('reports it when %s, and the person stays signed in', async (_name, call, answer, code) => {
    await value(device.core.open(null));
    const session = await value(device.core.signIn(SIGN_IN));
    device.edge.script(call, answer);
    expect((await failed(device.core.allowReading(READING))).code).toBe(code);
    expect(device.lastSession()).toEqual(session);
  });

  it('stays when the same person signs in again', async () => {
    const { googleAuthToken } = await device.signIn();
    expect((await value(device.core.signIn(SIGN_IN))).googleAuthToken).toEqual(googleAuthToken);
  });

  it('ends when another person signs in', async () => {
    await device.signIn();
    device.edge.address = 'someone.else@mail.example';
    expect((await value(device.core.signIn(SIGN_IN))).googleAuthToken).toBeNull();
    await expect.poll(() => device.edge.calls).toContain('POST /demo/revoke');
  });
});

describe('the previous session', () => {
  const ended = (): (string | undefined)[] =>
    device.edge.received
      .filter(({ url, method }) => method === 'DELETE' && url.endsWith('/api/session'))
      .map(({ headers }) => headers['authorization']);

  it('is ended at the server once the new one is kept, without making the person wait', async () => {
    const first = await device.signIn();
    device.edge.script('DELETE /api/session', () => new Promise(() => undefined));
    const second = await value(device.core.signIn(SIGN_IN));
    expect(device.lastSession()).toEqual(second);
    await expect.poll(ended).toEqual([`Bearer ${first.serverSession?.token}`]);
    expect(second.serverSession?.token).not.toBe(first.serverSession?.token);
  });

  it('is also ended when another person signs in', async () => {
    const first = await device.signIn();
    await value(device.core.signIn(googleSignIn('somebody.else@mail.example')));
    await expect.poll(ended).toEqual([`Bearer ${first.serverSession?.token}`]);
  });

  it('stays when the new sign-in fails, and is left alone when it has already ended', async () => {
    const { serverSession } = await device.signIn();
    device.edge.script('POST /api/session', () => json(401, { error: 'no', code: 'id_token_invalid' }));
    await failed(device.core.signIn(SIGN_IN));
    expect(device.edge.sessions).toContain(serverSession?.token);
    device.aheadMs = device.edge.sessionMs;
    device.edge.sessionMs *= 2;
    await value(device.core.signIn(SIGN_IN));
    await value(device.core.readShown());
    expect(ended()).toEqual([]);
  });
});
