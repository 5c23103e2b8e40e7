import 'fake-indexeddb/auto';
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { HeaderRecord, LoggedEvidence } from '../../../worker/records.ts';
import { openStore } from '../../../worker/store/index.ts';
import { answerOf } from '../../support/stored.ts';

function header(messageId: string, subject = messageId): HeaderRecord {
  return { messageId, subject, from: 'a@mail.example', to: '', date: '', dkim: '' };
}

const EVIDENCE: LoggedEvidence = {
  messageId: 'a',
  event: 'devcon',
  tier: 'selfAttested',
  reason: 'unsigned',
  subject: 'Your ticket',
  from: 'tickets@devcon.org',
  date: 5,
  signature: null,
  refused: null,
  addressedTo: ['robin@mail.example'],
  signedTo: ['robin@mail.example'],

  source: 'account',
};

/** As written by a version that kept neither the refused signature nor the signed recipients. */
const { refused: _refused, signedTo: _signedTo, ...OLDER } = EVIDENCE;

const opened = (factory: IDBFactory): Promise<IDBDatabase> => answerOf(factory.open('dkim-bin'));

/** Writes a value directly, as an older version may have done. */
async function putRaw(factory: IDBFactory, key: string, value: unknown): Promise<void> {
  const database = await opened(factory);
  const transaction = database.transaction('travelLogs', 'readwrite');
  transaction.objectStore('travelLogs').put(value, key);
  await new Promise((resolve) => transaction.addEventListener('complete', resolve));
  database.close();
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the database', () => {
  it('is `dkim-bin` version 1 with its two stores and their indexes', async () => {
    const factory = new IDBFactory();
    await openStore(factory);
    const database = await opened(factory);
    expect(database.version).toBe(1);
    expect([...database.objectStoreNames]).toEqual(['emailHeaders', 'travelLogs']);
    const transaction = database.transaction(['emailHeaders', 'travelLogs']);
    const headers = transaction.objectStore('emailHeaders');
    expect(headers.keyPath).toBe('messageId');
    expect([...headers.indexNames]).toEqual(['from', 'subject']);
    expect(headers.index('from').keyPath).toBe('from');
    expect(headers.index('subject').keyPath).toBe('subject');
    expect(transaction.objectStore('travelLogs').keyPath).toBeNull();
  });

  it('keeps what was stored when it is opened again', async () => {
    const factory = new IDBFactory();
    const first = await openStore(factory);
    await first.put('choices', { interests: ['bars'], events: ['edcon'] });
    await first.commit({ headers: [header('a')] });
    first.close();
    const second = await openStore(factory);
    expect(await second.get('choices')).toEqual({ interests: ['bars'], events: ['edcon'] });
    expect(await second.header('a')).toEqual(header('a'));
  });

  it('closes for a newer version of the app in another tab, and opens again on request', async () => {
    const factory = new IDBFactory();
    const store = await openStore(factory);
    const removed = new Promise<void>((resolve, reject) => {
      const deleting = factory.deleteDatabase('dkim-bin');
      deleting.addEventListener('success', () => resolve());
      deleting.addEventListener('blocked', () => reject(new Error('blocked')));
    });
    await removed;
    await store.put('owner', { source: 'account', email: 'a@mail.example', fileName: null });
    expect(await store.get('owner')).toMatchObject({ email: 'a@mail.example' });
  });

  it('is emptied by clear', async () => {
    const store = await openStore(new IDBFactory());
    await store.commit({ headers: [header('a')], logs: { evidence: [EVIDENCE] } });
    await store.clear();
    expect(await store.headerIds()).toEqual(new Set());
    expect(await store.get('evidence')).toBeUndefined();
  });
});

describe('a commit', () => {
  it('writes headers, evidence and checkpoint together, or nothing', async () => {
    const store = await openStore(new IDBFactory());
    const put = vi.spyOn(IDBObjectStore.prototype, 'put');
    put.mockImplementationOnce(() => {
      throw new DOMException('No room', 'QuotaExceededError');
    });
    const commit = store.commit({ headers: [header('a'), header('b')], logs: { evidence: [EVIDENCE] } });
    await expect(commit).rejects.toMatchObject({ code: 'storage_full' });
    put.mockRestore();
    expect(await store.get('evidence')).toBeUndefined();
    expect(await store.headerIds()).toEqual(new Set());
  });

  it('keeps the first listed header of each distinct subject, and every header of a candidate', async () => {
    const store = await openStore(new IDBFactory());
    await store.commit({ listed: [header('a', 'News'), header('b', 'News'), header('c', 'Ticket')] });
    await store.commit({ listed: [header('d', 'News')], headers: [header('e', 'News')] });
    expect([...(await store.headerIds())].toSorted()).toEqual(['a', 'c', 'e']);
  });
});

describe('reading', () => {
  it('treats a malformed value as absent', async () => {
    const factory = new IDBFactory();
    const store = await openStore(factory);
    await putRaw(factory, 'checkpoint', { version: 0, page: 7 });
    await putRaw(factory, 'choices', { interests: ['not a key'], events: [] });
    await putRaw(factory, 'vector', { bits: [1, 0], mapping: [] });
    expect(await store.get('checkpoint')).toBeUndefined();
    expect(await store.get('choices')).toBeUndefined();
    expect(await store.get('vector')).toBeUndefined();
  });

  it('drops malformed entries of the evidence, and keeps the rest', async () => {
    const factory = new IDBFactory();
    const store = await openStore(factory);
    const { source: _, ...old } = EVIDENCE;
    await putRaw(factory, 'evidence', [EVIDENCE, old, { ...EVIDENCE, event: 'not a key' }]);
    expect(await store.get('evidence')).toEqual([EVIDENCE]);
    await putRaw(factory, 'evidence', [OLDER]);
    expect(await store.get('evidence')).toEqual([EVIDENCE]);
  });

  it('keeps what belongs to another catalog’s events and interests', async () => {
    const factory = new IDBFactory();
    const store = await openStore(factory);
    const choices = { interests: ['golf'], events: ['woodstock'] };
    await store.put('choices', choices);
    await store.put('evidence', [{ ...EVIDENCE, event: 'woodstock' }]);
    expect(await store.get('choices')).toEqual(choices);
    expect(await store.get('evidence')).toEqual([{ ...EVIDENCE, event: 'woodstock' }]);
  });

  it('returns bytes as bytes', async () => {
    const store = await openStore(new IDBFactory());
    const comparison = {
      session: new Uint8Array(32).fill(7),
      tokens: [{ slot: 3, token: new Uint8Array(16).fill(9) }],
    };
    await store.put('comparison', comparison);
    expect(await store.get('comparison')).toEqual(comparison);
    await store.delete('comparison');
    expect(await store.get('comparison')).toBeUndefined();
  });
});

describe('failures', () => {
  it('of a full disk say so', async () => {
    const store = await openStore(new IDBFactory());
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError');
    });
    await expect(store.put('choices', { interests: [], events: [] })).rejects.toMatchObject({
      code: 'storage_full',
    });
  });

  it('of a browser without storage are reported when the store is opened', async () => {
    const factory = new IDBFactory();
    vi.spyOn(factory, 'open').mockImplementation(() => {
      throw new DOMException('not in a private window', 'SecurityError');
    });
    await expect(openStore(factory)).rejects.toMatchObject({ code: 'storage_failed' });
  });
});
