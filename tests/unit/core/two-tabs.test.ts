/** Two tabs on one device: two workers, one database, one channel. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Session } from '../../../worker/contract.ts';
import { openStore } from '../../../worker/store/index.ts';
import { json } from '../../support/core/edge.ts';
import { ADDRESS, googleReading, SIGN_IN } from '../../support/core/page-requests.ts';
import { failed, value } from '../../support/core/outcome.ts';
import { devconFile, openScriptedDevice } from '../../support/core/scripted-device.ts';
import type { ScriptedDevice } from '../../support/core/scripted-device.ts';
import { answerOf } from '../../support/stored.ts';

type Tab = ReturnType<ScriptedDevice['openTab']>;

let device: ScriptedDevice;
let session: Session;
let second: Tab;
beforeEach(async () => {
  device = await openScriptedDevice();
  session = await device.signIn();
  await value(device.scanFile(devconFile()));
  second = device.openTab();
  await value(second.core.open(session));
});

/** Everything in the device's stores, by key. */
async function stored(): Promise<string[]> {
  const database = await answerOf(device.database.open('dkim-bin'));
  const transaction = database.transaction(['emailHeaders', 'travelLogs']);
  const headers = await answerOf(transaction.objectStore('emailHeaders').getAllKeys());
  const logs = await answerOf(transaction.objectStore('travelLogs').getAllKeys());
  database.close();
  return [...headers, ...logs].map(String);
}

const ended = (tab: Tab) => tab.events.filter((event) => event.type === 'ended-elsewhere');
const rounds = (): number => device.edge.calls.filter((call) => call === 'POST /api/psi/round2').length;

describe('a key pair', () => {
  it('is used only once when two tabs hold it: the second makes new keys', async () => {
    await value(device.core.compare());
    expect(rounds()).toBe(1);
    // This tab was opened earlier and still holds the pair that the first tab used.
    expect((await value(second.core.compare())).selfAttestedEvents).toEqual(['devcon']);
    expect(rounds()).toBe(2);
    const notices = second.events.filter((event) => event.type === 'notice');
    expect(notices).toEqual([{ type: 'notice', notice: { code: 'keys_replaced' } }]);
  });

  it('is marked as spent on disk before its request goes out', async () => {
    let spent: string[] = [];
    device.edge.script('POST /api/psi/round2', async () => {
      spent = (await stored()).filter((key) => key.startsWith('spent/'));
      return json(500, { error: 'late' });
    });
    await failed(device.core.compare());
    expect(spent).toEqual([expect.stringMatching(/^spent\/[0-9a-f]{32}$/)]);
  });

  it('is not used when it cannot be marked as spent', async () => {
    const add = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect((await failed(device.core.compare())).code).toBe('storage_full');
    add.mockRestore();
    expect(rounds()).toBe(0);
  });

  it('is not used again after a worker died just after marking it as spent', async () => {
    const store = await openStore(device.database);
    const { initPsi } = await import('../../../psi-wasm/index.ts');
    const psi = await initPsi();
    const { keyId } = psi.readPrivateKeys(new Uint8Array(Buffer.from(session.psiPrivateKeys, 'base64')));
    expect(await store.spend(keyId)).toBe(true);
    expect(await store.spend(keyId)).toBe(false);
    store.close();
    device.edge.calls.length = 0;
    await value(device.core.compare());
    const first = device.edge.calls.find((call) => /round2|update_psi_keys/.test(call));
    expect(first).toBe('POST /api/users/update_psi_keys');
  });

  it('makes no tab wait: a second comparison is refused with the reason', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<null>();
    device.edge.script('POST /api/psi/round2', () => held);
    const first = device.core.compare();
    await vi.waitFor(() => expect(rounds()).toBe(1));
    expect((await failed(second.core.compare())).code).toBe('comparison_running');
    release(null);
    await first;
    await value(second.core.compare());
  });
});

describe('signing out in one tab', () => {
  it('empties the other tab', async () => {
    await value(device.core.signOut());
    await vi.waitFor(() => expect(ended(second)).toEqual([{ type: 'ended-elsewhere', by: 'sign-out' }]));
    expect((await failed(second.core.compare())).code).toBe('emptied_elsewhere');
    expect((await failed(second.core.slotMails(1))).code).toBe('emptied_elsewhere');
    expect(await stored()).toEqual(['emptied']);
  });

  it('leaves nothing that an uninformed tab could write back', async () => {
    const deaf = await openStore(device.database);
    await value(device.core.signOut());
    const before = await stored();
    const refused = { code: 'emptied_elsewhere' };
    await expect(deaf.put('choices', { interests: ['bars'], events: [] })).rejects.toMatchObject(refused);
    await expect(deaf.commit({ logs: { evidence: [] } })).rejects.toMatchObject(refused);
    await expect(deaf.writeLedger({ entries: [], sums: [] })).rejects.toMatchObject(refused);
    await expect(deaf.spend(new Uint8Array(16))).rejects.toMatchObject(refused);
    await expect(deaf.delete('emptied' as 'owner')).rejects.toMatchObject(refused);
    await expect(deaf.clearMail()).rejects.toMatchObject(refused);
    await expect(deaf.get('evidence')).rejects.toMatchObject(refused);
    await expect(deaf.clear()).resolves.toBeUndefined();
    deaf.close();
    expect(await stored()).toEqual(before);
  });

  it.each([
    ['that hears of it', true],
    ['that has not heard of it', false],
  ])('stops a comparison in a tab %s: no result, no session and no keys remain', async (_name, hears) => {
    second = device.openTab(hears);
    await value(second.core.open(session));
    const { promise: held, resolve: release } = Promise.withResolvers<null>();
    device.edge.script('POST /api/psi/round2', () => held);
    const comparing = second.core.compare();
    await vi.waitFor(() => expect(rounds()).toBe(1));
    await value(device.core.signOut());
    await vi.waitUntil(() => ended(second).length === (hears ? 1 : 0));
    const told = second.events.length;
    device.edge.calls.length = 0;
    release(null);
    await failed(comparing);
    expect(second.events.slice(told).filter(({ type }) => type === 'session' || type === 'result')).toEqual(
      [],
    );
    expect(device.edge.calls.filter((call) => call.includes('update_psi_keys'))).toEqual([]);
    expect(await stored()).toEqual(['emptied']);
  });

  it('stops an uninformed tab from writing the session back when the server refuses it', async () => {
    second = device.openTab(false);
    await value(second.core.open(session));
    await value(device.core.signOut());
    const told = second.events.length;
    device.edge.script('POST /api/psi/upload', () => json(401, { error: 'ended', code: 'session_ended' }));
    device.edge.script('POST /api/psi/round2', () => json(401, { error: 'ended', code: 'session_ended' }));
    await failed(second.core.compare());
    await failed(second.core.scan({ source: { kind: 'account' }, thorough: false }));
    expect(second.events.slice(told).filter(({ type }) => type === 'session')).toEqual([]);
  });

  it.each([
    ['that hears of it', true],
    ['that has not heard of it', false],
  ])('revokes what Google grants to a tab %s', async (_name, hears) => {
    second = device.openTab(hears);
    await value(second.core.open(session));
    await value(device.core.signOut());
    await vi.waitUntil(() => ended(second).length === (hears ? 1 : 0));
    device.edge.calls.length = 0;
    expect((await failed(second.core.allowReading(googleReading('a token of Google')))).code).toBe(
      'emptied_elsewhere',
    );
    expect(device.edge.received.at(-1)?.url).toBe('https://oauth2.googleapis.com/revoke');
  });

  it('ends the other tab’s own session too', async () => {
    await value(second.core.signIn(SIGN_IN));
    // The session that both tabs shared has ended.
    await vi.waitFor(() => expect(device.edge.sessions.size).toBe(1));
    await value(device.core.signOut());
    await vi.waitFor(() => expect(device.edge.sessions.size).toBe(0));
  });

  it('informs the other tabs before the provider and the server have answered', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<null>();
    device.edge.script('DELETE /api/session', () => held);
    const leaving = device.core.signOut();
    await vi.waitFor(() => expect(ended(second)).toHaveLength(1));
    release(null);
    await leaving;
  });

  it('stops a scan in the other tab, and its findings are not stored', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<null>();
    device.edge.script('GET /gmail/v1/users/me/messages', async () => {
      await held;
      return json(200, { resultSizeEstimate: 0 });
    });
    const scanning = second.core.scan({ source: { kind: 'account' }, thorough: false });
    await vi.waitFor(() => expect(device.edge.calls).toContain('GET /gmail/v1/users/me/messages'));
    await value(device.core.signOut());
    release(null);
    await scanning;
    await vi.waitFor(() => expect(ended(second)).toHaveLength(1));
    expect(await stored()).toEqual(['emptied']);
  });

  it('makes a session worthless that is written back to the page’s storage', async () => {
    await value(device.core.signOut());
    const third = device.openTab();
    const snapshot = await value(third.core.open(session));
    expect(snapshot.session).toBeNull();
    // The page is informed, so that it removes the session again.
    expect(third.events).toContainEqual({ type: 'session', session: null });
  });
});

describe('signing in in one tab', () => {
  it('with the same address leaves the other tab as it is', async () => {
    await device.signIn();
    await value(second.core.choose({ interests: ['bars'], events: [] }));
    expect(ended(second)).toEqual([]);
  });

  it('with another address ends what the other tab shows, and keeps its session from returning', async () => {
    device.edge.address = 'somebody.else@mail.example';
    await device.signIn();
    await vi.waitFor(() => expect(ended(second)).toEqual([{ type: 'ended-elsewhere', by: 'sign-in' }]));
    const third = device.openTab();
    expect(session.email).toBe(ADDRESS);
    expect((await value(third.core.open(session))).session).toBeNull();
    const fourth = device.openTab();
    const newer = device.lastSession() ?? null;
    expect((await value(fourth.core.open(newer))).session?.email).toBe('somebody.else@mail.example');
  });
});
