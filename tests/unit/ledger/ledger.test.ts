import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Ledger, LedgerEntry } from '../../../worker/contract.ts';
import { openStore } from '../../../worker/store/index.ts';
import { MAX_LEDGER_ENTRIES } from '../../../worker/store/ledger-records.ts';
import { READING } from '../../support/core/page-requests.ts';
import { value } from '../../support/core/outcome.ts';
import { devconFile, openScriptedDevice } from '../../support/core/scripted-device.ts';
import type { ScriptedDevice } from '../../support/core/scripted-device.ts';
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';

const lines = ({ entries }: Ledger): string[] => entries.map(({ method, call }) => `${method} ${call}`);

describe('the ledger of a device', () => {
  let device: ScriptedDevice;
  beforeEach(async () => {
    device = await openScriptedDevice();
  });

  /** The ledger that the page receives when it starts watching. */
  const told = async (): Promise<Ledger> => {
    const before = device.events.length;
    await value(device.core.watchLedger(true));
    await value(device.core.watchLedger(false));
    const event = device.events.slice(before).find(({ type }) => type === 'ledger');
    if (event?.type !== 'ledger') throw new Error('The page was not told.');
    return event.ledger;
  };

  it('has every call of the core, with its purpose and its bytes', async () => {
    await device.signIn();
    const { entries } = await told();
    // In Node, the upload's own requests and Firebase's do not use the core's fetch.
    const own = device.edge.calls
      .filter((call) => !/blob|identitytoolkit/.test(call))
      .map((call) => call.replace(/\/(catalogs|organisers)\/.*/, '/$1/…'));
    expect(entries.map(({ method, call }) => `${method} ${call}`).toSorted()).toEqual(own.toSorted());
    expect(entries.find(({ call }) => call === '/demo/token')).toMatchObject({
      purpose: 'sign-in',
      sent: new URLSearchParams({
        grant_type: 'authorization_code',
        code: 'code-for-reading',
        code_verifier: READING.provider === 'demo' ? READING.codeVerifier : '',
        redirect_uri: 'http://localhost/',
        client_id: 'waystamp-demo',
      }).toString().length,
      state: 'answered',
    });
    expect(entries.every(({ origin, state }) => origin === device.edge.origin && state === 'answered')).toBe(
      true,
    );
    expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).toSorted((a, b) => b - a));
  });

  it('counts what libraries send with the worker’s own fetch, which follows no redirect', async () => {
    await value(device.core.open(null));
    const address = `${device.edge.origin}/identitytoolkit.googleapis.com/v1/accounts:signUp`;
    await (await device.core.fetch(address, { method: 'POST', body: '{}' })).text();
    device.edge.script(
      'GET /elsewhere',
      () => new Response(null, { status: 302, headers: { location: '/' } }),
    );
    await expect(device.core.fetch(`${device.edge.origin}/elsewhere`)).rejects.toThrow(TypeError);
    const { entries } = await told();
    expect(entries.slice(0, 2)).toMatchObject([
      { purpose: 'other', call: '/…', state: 'failed' },
      { purpose: 'identity', method: 'POST', sent: 2, state: 'answered' },
    ]);
  });

  it('keeps nothing of a visit in which nobody did anything', async () => {
    await value(device.core.open(null));
    expect(lines(await told()).toSorted()).toEqual([
      'GET /api/catalogs/…',
      'GET /api/config',
      'GET /api/organisers/…',
    ]);
    await device.reload();
    await value(device.core.open(null));
    expect(lines(await told())).toHaveLength(3);
  });

  it('survives a reload once a sign-in has begun', async () => {
    await value(device.core.open(null));
    await value(device.core.keepLedger());
    await device.reload();
    await value(device.core.open(null));
    expect(lines(await told())).toHaveLength(6);
    await device.reload();
    await value(device.core.open(null));
    expect(lines(await told())).toHaveLength(9);
  });

  it('survives a scan of a file, and everything except signing out', async () => {
    await device.signIn();
    await value(device.scanFile(devconFile()));
    const before = await told();
    const session = device.lastSession() ?? null;
    await device.reload();
    device.edge.address = 'other@mail.example';
    await value(device.core.open(session));
    await device.signInAgain();
    expect(device.notices()).toContainEqual({ code: 'other_account' });
    const after = await told();
    expect(after.entries.slice(-before.entries.length)).toEqual(before.entries);

    await value(device.core.signOut());
    expect(lines(await told()).toSorted()).toEqual(['DELETE /api/session', 'POST /demo/revoke']);
    await device.reload();
    await value(device.core.open(null));
    expect(lines(await told())).toHaveLength(3);
  });

  it('adds the files that the browser loaded, as one sum', async () => {
    await device.signIn();
    const name = `${device.edge.origin}/assets/a.js`;
    const file = { name, initiatorType: 'script', transferSize: 1_300, at: 1 };
    await value(device.core.countLoaded([file]));
    device.core.countLoadedByWorker([{ ...file, transferSize: 800 }]);
    const files = {
      origin: device.edge.origin,
      purpose: 'app files',
      requests: 2,
      sent: 0,
      received: 1_500,
      unmeasured: 0,
    };
    expect((await told()).sums).toContainEqual(files);
    await device.reload();
    await value(device.core.open(device.lastSession() ?? null));
    const ledger = await told();
    expect(ledger.sums).toContainEqual(files);
    expect(ledger.folded).toBe(0);
  });

  it('is reported as it grows, while the page watches', async () => {
    await value(device.core.watchLedger(true));
    await value(device.core.open(null));
    const last = () => device.events.findLast((event) => event.type === 'ledger')?.ledger;
    await expect.poll(() => last()?.entries.filter(({ state }) => state === 'answered').length).toBe(3);
    await value(device.core.watchLedger(false));
  });

  it('is an error when it cannot be read, never an incomplete list', async () => {
    await device.signIn();
    const whole = await told();
    const before = device.events.length;
    const broken = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('Internal error.', 'UnknownError');
    });
    onTestFinished(() => broken.mockRestore());
    const failed = await device.core.watchLedger(true);
    expect(failed).toMatchObject({ ok: false, error: { code: 'storage_failed' } });
    await value(
      device.core.countLoaded([
        { name: `${device.edge.origin}/a.js`, initiatorType: 'script', transferSize: 300, at: 1 },
      ]),
    );
    await expect.poll(() => broken.mock.calls.length).toBeGreaterThan(1);
    expect(device.events.slice(before).map(({ type }) => type)).not.toContain('ledger');
    broken.mockRestore();
    expect((await told()).entries).toEqual(whole.entries);
  });
});

describe('the stored ledger', () => {
  const entry = (number: number, changes: Partial<LedgerEntry> = {}): LedgerEntry => ({
    id: String(number).padStart(8, '0'),
    at: number,
    purpose: 'mailbox',
    method: 'GET',
    origin: 'https://mail.example',
    call: '/messages/…',
    sent: 1,
    received: 10,
    state: 'answered',
    ...changes,
  });
  const all = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => ({ before: null, now: entry(from + index) }));

  it('lists the newest entries, and keeps the sum of older ones', async () => {
    const store = await openStore(new IDBFactory());
    const total = MAX_LEDGER_ENTRIES * 2;
    for (let from = 0; from < total; from += 500) {
      await store.writeLedger({ entries: all(from, from + 500), sums: [] });
    }
    const { entries, sums } = await store.ledger();
    expect(entries).toHaveLength(MAX_LEDGER_ENTRIES);
    expect(entries[0]).toEqual(entry(total - MAX_LEDGER_ENTRIES));
    expect(entries.at(-1)).toEqual(entry(total - 1));
    const folded = total - MAX_LEDGER_ENTRIES;
    expect(sums).toEqual([
      {
        origin: 'https://mail.example',
        purpose: 'mailbox',
        requests: folded,
        sent: folded,
        received: folded * 10,
        unmeasured: 0,
      },
    ]);
    store.close();
  });

  it('counts a request once, with all its bytes, even if it ends after it was summed up', async () => {
    const store = await openStore(new IDBFactory());
    const waiting = entry(0, { state: 'waiting', received: 4 });
    await store.writeLedger({ entries: [{ before: null, now: waiting }], sums: [] });
    await store.writeLedger({ entries: all(1, MAX_LEDGER_ENTRIES + 250), sums: [] });
    await store.writeLedger({ entries: [{ before: waiting, now: entry(0, { received: 90 }) }], sums: [] });
    const { entries, sums } = await store.ledger();
    expect(entries.some(({ id }) => id === waiting.id)).toBe(false);
    expect(sums).toMatchObject([{ requests: 250, sent: 250, received: 249 * 10 + 90 }]);
    store.close();
  });

  it('is shared by tabs that write at the same time', async () => {
    const database = new IDBFactory();
    const [one, other] = [await openStore(database), await openStore(database)];
    const sum = {
      origin: 'https://a.example',
      purpose: 'app files',
      requests: 1,
      sent: 0,
      received: 5,
      unmeasured: 0,
    } as const;
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? one : other).writeLedger({
          entries: all(index * 10, index * 10 + 10),
          sums: [sum],
        }),
      ),
    );
    const { entries, sums } = await one.ledger();
    expect(entries).toHaveLength(200);
    expect(sums).toEqual([{ ...sum, requests: 20, received: 100 }]);
    one.close();
    other.close();
  });

  it('is deleted with everything else, and stays when only the mail is deleted', async () => {
    const store = await openStore(new IDBFactory());
    const changes = {
      entries: all(0, 3),
      sums: [
        { origin: 'https://a.example', purpose: 'other', requests: 1, sent: 1, received: 1, unmeasured: 0 },
      ],
    } as const;
    await store.writeLedger(changes);
    await store.put('choices', { interests: ['running'], events: [] });
    await store.put('owner', { source: 'account', email: 'a@b.example', fileName: null });
    await store.clearMail();
    expect((await store.ledger()).entries).toHaveLength(3);
    expect((await store.ledger()).sums).toHaveLength(1);
    expect(await store.get('choices')).toBeUndefined();
    expect(await store.get('owner')).toBeUndefined();
    await store.clear();
    expect(await store.ledger()).toEqual({ entries: [], sums: [] });
    store.close();
  });
});
