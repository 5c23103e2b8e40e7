import { beforeEach, describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../../worker/contract.ts';
import { ADDRESS, SIGN_IN, json } from '../../support/core/edge.ts';
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
      'GET /gmail/v1/users/me/profile',
      'GET /api/users/get_by_email',
      'POST /identitytoolkit.googleapis.com/v1/accounts:signUp',
      'POST /api/psi/upload',
      'POST /api/users/create_account',
    ];
    expect(device.edge.calls.filter((call) => order.includes(call))).toEqual(order);
  });

  it('makes fresh keys for an account that exists, and announces them', async () => {
    device.edge.accounts.add(ADDRESS);
    await device.signIn();
    expect(device.edge.calls).toContain('POST /api/users/update_psi_keys');
    expect(device.edge.calls).not.toContain('POST /api/users/create_account');
  });

  it('takes over an account that another device created in the meantime', async () => {
    device.edge.script('POST /api/users/create_account', () => json(409, { error: 'the account exists' }));
    const session = await device.signIn();
    expect(session.userId).toBe('user-1');
    expect(device.edge.calls).toContain('POST /api/users/update_psi_keys');
  });

  it('reads the address from userinfo when no mail may be read', async () => {
    device.edge.scope = 'email profile';
    const session = await device.signIn();
    expect(session.email).toBe(ADDRESS);
    expect(device.edge.calls).not.toContain('GET /gmail/v1/users/me/profile');
    expect((await failed(device.core.scan({ source: { kind: 'account' }, thorough: false }))).code).toBe(
      'scopes_missing',
    );
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
      'the profile does not come',
      'GET /gmail/v1/users/me/profile',
      () => json(500, {}),
      'profile_failed',
      'Failed to fetch profile',
    ],
    [
      'the profile is not one',
      'GET /gmail/v1/users/me/profile',
      () => json(200, { emailAddress: 7 }),
      'profile_failed',
      'Failed to fetch profile',
    ],
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
  ])('says so when %s, and nobody is signed in', async (_name, call, answer, code, message) => {
    device.edge.script(call, answer);
    await value(device.core.open(null));
    const error = await failed(device.core.signIn(SIGN_IN));
    expect(error.code).toBe(code);
    expect(error.message).toBe(message ?? error.message);
    expect(device.lastSession()).toBeUndefined();
  });

  it('says what the server said when keys cannot be announced', async () => {
    device.edge.accounts.add(ADDRESS);
    device.edge.script('POST /api/users/update_psi_keys', () => json(400, { error: 'keys unreadable' }));
    await value(device.core.open(null));
    expect((await failed(device.core.signIn(SIGN_IN))).message).toBe(
      'Failed to update keys: keys unreadable',
    );
  });
});
