/** The session with our server on the device: how it expires, and how an older version's session is carried over. */
import { beforeEach, describe, expect, it } from 'vitest';
import { errorText } from '../../../src/texts/errors.ts';
import type { ErrorCode, Session } from '../../../worker/contract.ts';
import { openStore } from '../../../worker/store/index.ts';
import { json, MAIL_TOKEN } from '../../support/core/edge.ts';
import { ADDRESS } from '../../support/core/page-requests.ts';
import { failed, value } from '../../support/core/outcome.ts';
import { devconFile, openScriptedDevice } from '../../support/core/scripted-device.ts';
import type { ScriptedDevice } from '../../support/core/scripted-device.ts';

const HALF_A_DAY_MS = 12 * 3_600_000;

let device: ScriptedDevice;
beforeEach(async () => {
  device = await openScriptedDevice();
});

describe('a session that is no longer valid', () => {
  beforeEach(async () => {
    await device.signIn();
    await value(device.scanFile(devconFile()));
    await value(device.core.compare());
  });

  /** All findings are still there, and signing in again continues with them. */
  async function goesOn(): Promise<void> {
    const { facts, result, session } = await value(device.core.open(device.lastSession() ?? null));
    expect(facts.map(({ id }) => id)).toEqual(['selfAttestedEvents/devcon']);
    expect(result?.selfAttestedEvents).toEqual(['devcon']);
    expect(session?.email).toBe(ADDRESS);
    device.aheadMs = 0;
    await device.signInAgain();
    expect((await value(device.core.compare())).selfAttestedEvents).toEqual(['devcon']);
    expect(device.notices()).toEqual([]);
  }

  it('expires after twelve hours, without a call to the server', async () => {
    device.aheadMs = HALF_A_DAY_MS + 1000;
    const before = device.edge.calls.length;
    const error = await failed(device.core.compare());
    expect(error.code).toBe('session_expired');
    expect(errorText(error)).toContain('Sign in again');
    expect(device.edge.calls).toHaveLength(before);
    await goesOn();
  });

  it.each<[ErrorCode]>([['session_expired'], ['session_ended'], ['session_invalid']])(
    'is not used again once the server answers %s',
    async (code) => {
      device.edge.script('POST /api/psi/round2', () => json(401, { error: 'No.', code }));
      const error = await failed(device.core.compare());
      expect(error.code).toBe(code);
      expect(errorText(error)).toContain('Sign in again');
      expect(device.lastSession()?.serverSession).toBeNull();
      const before = device.edge.calls.length;
      expect((await failed(device.core.disclose(['selfAttestedEvents/devcon']))).code).toBe(
        'session_expired',
      );
      expect(device.edge.calls).toHaveLength(before);
      await goesOn();
    },
  );

  it('is reported as expired when keys are to be made, not as a failed set-up', async () => {
    device.edge.script('POST /api/psi/round2', () => null);
    device.edge.script('POST /api/psi/upload', () => json(500, { error: 'later' }));
    await failed(device.core.compare());
    device.edge.sessions.clear();
    expect((await failed(device.core.compare())).code).toBe('session_ended');
    await goesOn();
  });
});

describe('a session that an older version wrote', () => {
  /** As it stood in `localStorage.session`: one token served for both reading mail and our server. */
  const old = {
    userId: 'user-1',
    email: ADDRESS,
    psiPublicKeysLink: 'http://localhost:8787/blob/public/0',
    psiPrivateKeys: 'q83v/w+A'.repeat(8),
    googleAuthToken: {
      access_token: MAIL_TOKEN,
      token_type: 'Bearer',
      scope: 'email profile https://www.googleapis.com/auth/gmail.readonly',
      expires_at: Date.now() + 3_600_000,
    },
  } as unknown as Session;

  /** The findings of that session, and a paused scan of the account. */
  async function foundBefore(): Promise<void> {
    await device.signIn();
    await value(device.scanFile(devconFile()));
    await value(device.core.choose({ interests: ['bars'], events: ['dweb'] }));
    await value(device.core.compare());
    device.edge.script('GET /gmail/v1/users/me/messages', () => json(401, { error: { code: 401 } }));
    await value(device.core.scan({ source: { kind: 'account' }, thorough: false }));
    await device.reload();
    device.edge.received.length = 0;
  }

  const stored = async (): Promise<unknown[]> => {
    const store = await openStore(device.database);
    const logs = await Promise.all(
      (['evidence', 'choices', 'checkpoint', 'result'] as const).map((name) => store.get(name)),
    );
    store.close();
    return logs;
  };

  it('opens with all findings, and asks the person to sign in again', async () => {
    await foundBefore();
    const before = await stored();
    const snapshot = await value(device.core.open(old));
    expect(snapshot.session).toEqual({ ...old, googleAuthToken: null, serverSession: null });
    expect(snapshot.facts.map(({ id }) => id)).toEqual([
      'selfAttestedEvents/devcon',
      'selfAttestedEvents/dweb',
      'travelInterests/bars',
    ]);
    // The worker that ended in between left its scan paused.
    expect(snapshot.scan).toMatchObject({ phase: 'cancelled', source: 'account' });
    expect((await failed(device.core.compare())).code).toBe('session_expired');
    expect((await failed(device.core.scan({ source: { kind: 'account' }, thorough: false }))).code).toBe(
      'scopes_missing',
    );
    expect(await stored()).toEqual(before);
  });

  it('continues once the same person has signed in, and its old token is not used for anything', async () => {
    await foundBefore();
    await value(device.core.open(old));
    await device.signInAgain();
    expect(device.notices()).toEqual([]);
    expect((await value(device.core.resume())).phase).toBe('done');
    const { selfAttestedEvents, travelInterests } = await value(device.core.compare());
    expect([selfAttestedEvents, travelInterests]).toEqual([['devcon', 'dweb'], ['bars']]);
    const first = device.edge.received.findIndex(({ url }) => url.includes('/demo/token'));
    const early = device.edge.received.slice(0, first).map(({ headers }) => headers['authorization']);
    expect(early.filter((header) => header !== undefined)).toEqual([]);
  });

  it('gives way to another person’s, whose mailbox was not the one that was read', async () => {
    await foundBefore();
    await value(device.core.open(old));
    device.edge.address = 'someone.else@mail.example';
    await device.signInAgain();
    expect(device.notices()).toEqual([{ code: 'other_account' }]);
    const { result, choices } = await value(device.core.open(device.lastSession() ?? null));
    expect(result).toBeNull();
    expect(choices.interests).toEqual(['bars']);
  });

  it('can be signed out without a connection', async () => {
    await foundBefore();
    await value(device.core.open(old));
    await device.edge.close();
    await value(device.core.signOut());
    expect(await stored()).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('reports whether the provider and the server heard of the sign-out', async () => {
    await value(device.core.open(null));
    await device.signInAgain();
    expect(await value(device.core.signOut())).toEqual({ heard: true });
    await device.signInAgain();
    await device.edge.close();
    expect(await value(device.core.signOut())).toEqual({ heard: false });
  });
});
