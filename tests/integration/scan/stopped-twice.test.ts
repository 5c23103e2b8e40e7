/** A mail that has stopped the worker twice is skipped and listed. It is read again when the person asks for it. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScanProgress, ScanRequest, Session } from '../../../worker/contract.ts';
import { CATALOG, catalogHash } from '../../../catalog/index.ts';
import { openStore } from '../../../worker/store/index.ts';
import type { LogKey, TravelLogs } from '../../../worker/store/index.ts';
import { startEdge } from '../../support/core/edge.ts';
import { READING, SIGN_IN } from '../../support/core/page-requests.ts';
import type { Edge } from '../../support/core/edge.ts';
import { startMortal } from '../../support/core/mortal-worker.ts';
import type { MortalWorker } from '../../support/core/mortal-worker.ts';
import { value } from '../../support/core/outcome.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { all, mbox } from '../../support/mail/mbox-text.ts';
import { ScriptedGmail } from '../../support/mailbox/scripted-gmail.ts';
import { mailboxOf, ticket } from '../../support/scan/scan-fixture.ts';

/** Reading this mail never ends while its key cannot be looked up, as if the mail held up the worker. */
const HELD = ticket('held', { signed: true, subject: 'The mail that holds the worker' });
const MAILS = [...mailboxOf(3, 4), HELD];

let edge: Edge;
let session: Session;

beforeAll(async () => {
  edge = await startEdge();
  const { core, kill } = startMortal({
    edge,
    database: new IDBFactory(),
    gmail: new ScriptedGmail(new FakeClock(), MAILS),
  });
  await value(core.open(null));
  await value(core.signIn(SIGN_IN));
  session = await value(core.allowReading(READING));
  await kill();
});
afterAll(() => edge.close());

async function stored<K extends LogKey>(database: IDBFactory, key: K): Promise<TravelLogs[K] | undefined> {
  const store = await openStore(database);
  const found = await store.forCatalog(catalogHash(CATALOG)).get(key);
  store.close();
  return found;
}

const underwayOf = (database: IDBFactory): Promise<TravelLogs['underway'] | undefined> =>
  stored(database, 'underway');

async function firstIdOf(file: Blob): Promise<string> {
  const [first] = await all(file);
  return first?.kind === 'mail' ? first.messageId : '';
}

const FILE_BLOB = new Blob([
  mbox(
    MAILS.toReversed().map(({ raw }) => raw.replaceAll('\r\n', '\n')),
    { eol: '\r\n' },
  ),
]);
const ACCOUNT: ScanRequest = { source: { kind: 'account' }, thorough: false };
const FILE: ScanRequest = { source: { kind: 'file', file: FILE_BLOB, name: 'all.mbox' }, thorough: false };

describe.each([
  ['the account', 'account', ACCOUNT],
  ['a file', 'file', FILE],
] as const)('in %s, a mail that has stopped the worker twice', (_, source, request) => {
  it('is skipped and listed while all others are read, and is read again on request', async () => {
    const database = new IDBFactory();
    const gmail = new ScriptedGmail(new FakeClock(), MAILS);
    const start = async (held: boolean): Promise<MortalWorker> => {
      const hangs = (pathname: string): boolean => held && pathname.startsWith('/api/dkim');
      const worker = startMortal({ edge, database, gmail, hangs });
      await value(worker.core.open(session));
      return worker;
    };
    const mailsFound = async ({ core }: MortalWorker): Promise<number> =>
      (await value(core.open(session))).facts[0]?.mails.length ?? 0;

    const heldId = source === 'account' ? HELD.id : await firstIdOf(FILE_BLOB);
    const isHeld = async (): Promise<boolean> =>
      (await underwayOf(database))?.[source].reading.includes(heldId) === true;
    const isPassing = async (): Promise<boolean> =>
      (await stored(database, 'checkpoint'))?.file?.state === 'running';
    const alone = async (): Promise<unknown> => (await underwayOf(database))?.[source];

    const first = await start(true);
    const scanning = first.core.scan(request);
    // For a file, nothing is recorded until a worker has ended in it. Then the checkpoint says how far that one came.
    const wasReading = source === 'account' ? isHeld : isPassing;
    await expect.poll(wasReading).toBe(true);
    await first.kill();
    await scanning;

    const second = await start(true);
    const going = second.core.scan(request);
    await expect.poll(alone).toMatchObject({ reading: [heldId], suspects: [heldId], skipped: [] });
    await second.kill();
    await going;

    const worker = await start(false);
    const scanned: ScanProgress = await value(worker.core.scan(request));
    expect(scanned).toMatchObject({ phase: 'done', unreadable: 1 });
    expect(await mailsFound(worker)).toBe(4);
    const [listed, ...others] = await value(worker.core.unreadableMails());
    expect(others).toEqual([]);
    expect(listed).toMatchObject({ source, reason: 'stopped-worker' });

    expect(await value(worker.core.readAgain(listed?.messageId ?? ''))).toMatchObject({
      phase: 'done',
      unreadable: 0,
    });
    expect(await value(worker.core.unreadableMails())).toEqual([]);
    expect(await mailsFound(worker)).toBe(5);
    await worker.core.close();
  });
});

it('a scan that is cancelled in the middle of a mail does not count against the mail', async () => {
  const database = new IDBFactory();
  const gmail = new ScriptedGmail(new FakeClock(), MAILS);
  const worker = startMortal({
    edge,
    database,
    gmail,
    hangs: (pathname) => pathname.startsWith('/api/dkim'),
  });
  await value(worker.core.open(session));
  for (let time = 0; time < 3; time += 1) {
    const scanning = worker.core.scan(ACCOUNT);
    await expect.poll(async () => (await underwayOf(database))?.account.reading.includes(HELD.id)).toBe(true);
    await value(worker.core.cancel());
    await scanning;
    expect((await underwayOf(database))?.account.reading).toEqual([]);
  }
  await worker.kill();
  const next = startMortal({ edge, database, gmail });
  await value(next.core.open(session));
  expect(await value(next.core.scan(ACCOUNT))).toMatchObject({ phase: 'done', unreadable: 0 });
  await next.core.close();
});
