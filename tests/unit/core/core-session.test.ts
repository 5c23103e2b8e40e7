/** Our server's session on the device: how it runs out, and how a session from before it is carried over. */
import { beforeEach, describe, expect, it } from 'vitest';
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

describe('a session that no longer holds', () => {
  beforeEach(async () => {
    await device.signIn();
    await value(device.scanFile(devconFile()));
    await value(device.core.compare());
  });

  /** Everything that was found is there, and signing in again goes on with it. */
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

  it('after twelve hours asks to sign in again, without asking the server', async () => {
    device.aheadMs = HALF_A_DAY_MS + 1000;
    const before = device.edge.calls.length;
    const error = await failed(device.core.compare());
    expect(error.code).toBe('session_expired');
    expect(error.message).toContain('Sign in again');
    expect(device.edge.calls).toHaveLength(before);
    await goesOn();
  });

  it.each<[ErrorCode]>([['session_expired'], ['session_ended'], ['session_invalid']])(
    'as the server says with %s, is not used again',
    async (code) => {
      device.edge.script('POST /api/psi/round2', () => json(401, { error: 'No.', code }));
      const error = await failed(device.core.compare());
      expect(error.code).toBe(code);
      expect(error.message).toContain('Sign in again');
      expect(device.lastSession()?.serverSession).toBeNull();
      const before = device.edge.calls.length;
      expect((await failed(device.core.disclose(['selfAttestedEvents/devcon']))).code).toBe(
        'session_expired',
      );
      expect(device.edge.calls).toHaveLength(before);
      await goesOn();
    },
  );

  it('is told as such when keys are to be made, not as a failed set-up', async () => {
    device.edge.script('POST /api/psi/round2', () => null);
    device.edge.script('POST /api/psi/upload', () => json(500, { error: 'later' }));
    await failed(device.core.compare());
    device.edge.sessions.clear();
    expect((await failed(device.core.compare())).code).toBe('session_ended');
    await goesOn();
  });
});

describe('a session that an older version wrote', () => {
  /** As it stood in `localStorage.session`: the token that reads the mail was the one for the server, too. */
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

  /** What was found with it, and a scan of the account that has paused. */
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

  it('opens with all that was found, and asks to sign in again', async () => {
    await foundBefore();
    const before = await stored();
    const snapshot = await value(device.core.open(old));
    expect(snapshot.session).toEqual({ ...old, googleAuthToken: null, serverSession: null });
    expect(snapshot.facts.map(({ id }) => id)).toEqual([
      'selfAttestedEvents/devcon',
      'selfAttestedEvents/dweb',
      'travelInterests/bars',
    ]);
    // The worker that was ended in between has left its paused scan.
    expect(snapshot.scan).toMatchObject({ phase: 'cancelled', source: 'account' });
    expect((await failed(device.core.compare())).code).toBe('session_expired');
    expect((await failed(device.core.scan({ source: { kind: 'account' }, thorough: false }))).code).toBe(
      'scopes_missing',
    );
    expect(await stored()).toEqual(before);
  });

  it('goes on where it was once the same person has signed in, whose old token is used for nothing', async () => {
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

  it('makes room for another person’s, whose mailbox was not the one that was read', async () => {
    await foundBefore();
    await value(device.core.open(old));
    device.edge.address = 'someone.else@mail.example';
    await device.signInAgain();
    expect(device.notices()).toEqual([expect.stringContaining('another address')]);
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

  it('tells whether everybody heard of a sign-out', async () => {
    await value(device.core.open(null));
    await device.signInAgain();
    expect(await value(device.core.signOut())).toEqual({ heard: true });
    await device.signInAgain();
    await device.edge.close();
    expect(await value(device.core.signOut())).toEqual({ heard: false });
  });
});
