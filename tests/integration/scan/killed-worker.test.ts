import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRandom } from '../../../server/demo/mailbox/random.ts';
import type { Fact, Session, Snapshot } from '../../../worker/contract.ts';
import { HEADER_BATCH, RAW_BATCH } from '../../../worker/mailbox/batch.ts';
import { CATALOG, catalogHash } from '../../../catalog/index.ts';
import { openStore } from '../../../worker/store/index.ts';
import type { AccountCheckpoint } from '../../../worker/store/index.ts';
import { startEdge } from '../../support/core/edge.ts';
import { READING, SIGN_IN } from '../../support/core/page-requests.ts';
import type { Edge } from '../../support/core/edge.ts';
import { startMortal } from '../../support/core/mortal-worker.ts';
import type { MortalWorker } from '../../support/core/mortal-worker.ts';
import { value } from '../../support/core/outcome.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { ScriptedGmail } from '../../support/mailbox/scripted-gmail.ts';
import { mailboxOf, newsletter, ticket } from '../../support/scan/scan-fixture.ts';
import { turns } from '../../support/turns.ts';

/** The number of workers that are killed. */
const KILLS = Number(process.env['WAYSTAMP_KILLS'] ?? 60);
/** The most turns of the event loop between the chosen request and the kill. */
const MOST_TURNS = 60;

const MAILS = [
  ...mailboxOf(70, 25),
  newsletter('n1'),
  ...Array.from({ length: 8 }, (_, index) => ticket(`s${index}`, { signed: true })),
];

let edge: Edge;
let session: Session;

const mortal = (database: IDBFactory, gmail: ScriptedGmail): MortalWorker =>
  startMortal({ edge, database, gmail });

beforeAll(async () => {
  edge = await startEdge();
  const { core, kill } = mortal(new IDBFactory(), new ScriptedGmail(new FakeClock(), MAILS));
  await value(core.open(null));
  await value(core.signIn(SIGN_IN));
  session = await value(core.allowReading(READING));
  await kill();
});
afterAll(() => edge.close());

/** The latest findings, without the order of their mails, which is the order of arrival and random. */
function facts({ events }: MortalWorker, opened: readonly Fact[] = []): unknown {
  const found = events.findLast((event) => event.type === 'facts')?.facts ?? opened;
  const inOrder = (mails: Fact['mails']): Fact['mails'] =>
    mails.toSorted((a, b) => (a.messageId < b.messageId ? -1 : 1));
  return found.map(({ mails, ...fact }) => [fact, inOrder(mails)]);
}

function texts(gmail: ScriptedGmail): number {
  return gmail.count('raw') + gmail.count('full');
}

async function checkpointOf(database: IDBFactory): Promise<AccountCheckpoint | null> {
  const store = await openStore(database);
  const checkpoint = await store.forCatalog(catalogHash(CATALOG)).get('checkpoint');
  store.close();
  return checkpoint?.account ?? null;
}

/** Resumes the scan that a new worker offers to resume. */
async function goOn({ core }: MortalWorker, { scan }: Snapshot, thorough: boolean): Promise<void> {
  const going = scan.phase === 'idle' ? core.scan({ source: { kind: 'account' }, thorough }) : core.resume();
  expect(await value(going)).toMatchObject({ phase: 'done', unreadable: 0, error: null });
}

it('a worker killed at any point leaves its stored findings, and the next one fetches exactly the rest', async () => {
  const calm = new Map<boolean, { requests: number; texts: number; headers: number; facts: unknown }>();
  for (const thorough of [false, true]) {
    const gmail = new ScriptedGmail(new FakeClock(), MAILS);
    const worker = mortal(new IDBFactory(), gmail);
    await goOn(worker, await value(worker.core.open(session)), thorough);
    const requests = gmail.requests.length;
    calm.set(thorough, {
      requests,
      texts: texts(gmail),
      headers: gmail.count('metadata'),
      facts: facts(worker),
    });
    await worker.core.close();
  }

  const random = createRandom('kills');
  const phases = new Map<string, number>();
  for (let kill = 0; kill < KILLS; kill++) {
    const thorough = kill % 2 === 1;
    const whole = calm.get(thorough);
    if (whole === undefined) throw new Error('There was no calm scan of this kind.');
    const gmail = new ScriptedGmail(new FakeClock(), MAILS);
    const database = new IDBFactory();
    const at = random.between(1, whole.requests - 1);
    const later = random.between(0, MOST_TURNS);

    const first = mortal(database, gmail);
    await value(first.core.open(session));
    const chosen = new Promise<void>((resolve) => {
      gmail.mishap = ({ number }) => {
        if (number === at) resolve();
        return null;
      };
    });
    const scanning = first.core.scan({ source: { kind: 'account' }, thorough });
    await Promise.race([chosen, scanning]);
    await turns(later);
    await first.kill();
    await scanning;

    const kept = await checkpointOf(database);
    const before = { texts: texts(gmail), headers: gmail.count('metadata') };
    const keptTexts = kept?.read.length ?? 0;
    const keptHeaders = kept?.headers.done ?? 0;
    // Only mail that the current batch had just fetched was not stored yet.
    expect(before.texts - keptTexts).toBeLessThanOrEqual(thorough ? HEADER_BATCH : RAW_BATCH);
    expect(before.headers - keptHeaders).toBeLessThanOrEqual(HEADER_BATCH);

    const next = mortal(database, gmail);
    const snapshot = await value(next.core.open(session));
    phases.set(snapshot.scan.phase, (phases.get(snapshot.scan.phase) ?? 0) + 1);
    const state = kept?.state ?? 'idle';
    expect(snapshot.scan).toMatchObject({ phase: state === 'running' ? 'paused' : state, error: null });
    await goOn(next, snapshot, thorough);
    expect(facts(next, snapshot.facts)).toEqual(whole.facts);
    expect(texts(gmail) - before.texts).toBe(whole.texts - keptTexts);
    expect(gmail.count('metadata') - before.headers).toBe(whole.headers - keptHeaders);
    await next.core.close();
  }
  expect(phases.get('paused') ?? 0).toBeGreaterThan(KILLS / 2);
}, 1_800_000);

it.for([
  { name: 'while a mail of its batch hangs', mishap: 'hang' as const },
  { name: 'in the wait before the next attempt at one', mishap: new Response('{}', { status: 500 }) },
])('a worker killed $name has stored all other mails of the batch', async ({ mishap }) => {
  const database = new IDBFactory();
  const gmail = new ScriptedGmail(new FakeClock(), MAILS);
  gmail.mishap = ({ kind, id }) => (kind === 'raw' && id === 't4' ? mishap : null);
  const worker = mortal(database, gmail);
  await value(worker.core.open(session));
  const scanning = worker.core.scan({ source: { kind: 'account' }, thorough: false });
  await expect.poll(async () => (await checkpointOf(database))?.read.length).toBe(RAW_BATCH - 1);
  await worker.kill();
  await scanning;
  expect((await checkpointOf(database))?.pending.slice(0, 2)).toEqual(['t4', 't10']);
});

it('a second worker on the same device is refused while one scans, and may scan when that one is gone', async () => {
  const database = new IDBFactory();
  const gmail = new ScriptedGmail(new FakeClock(), MAILS);
  const first = mortal(database, gmail);
  const second = mortal(database, gmail);
  const request = { source: { kind: 'account' }, thorough: false } as const;
  await value(first.core.open(session));
  await value(second.core.open(session));
  const begun = Promise.withResolvers<void>();
  // The first scan must still be running when the second worker asks.
  gmail.mishap = ({ kind }) => {
    if (kind !== 'raw') return null;
    begun.resolve();
    return 'hang';
  };
  const scanning = first.core.scan(request);
  await begun.promise;
  const sent = gmail.requests.length;
  const refused = await second.core.scan(request);
  expect(refused).toMatchObject({ ok: false, error: { code: 'scan_running' } });
  expect(gmail.requests.slice(sent).every(({ kind }) => kind === 'raw')).toBe(true);

  await first.kill();
  await scanning;
  gmail.mishap = () => null;
  expect(await value(second.core.scan(request))).toMatchObject({ phase: 'done', evidenceMails: 33 });
  await second.core.close();
});

it('a scan paused in one tab does not undo what another tab does with it', async () => {
  const database = new IDBFactory();
  const gmail = new ScriptedGmail(new FakeClock(), MAILS);
  const first = mortal(database, gmail);
  await value(first.core.open(session));
  gmail.mishap = ({ kind }) => (kind === 'raw' ? new Response('{}', { status: 401 }) : null);
  expect(await value(first.core.scan({ source: { kind: 'account' }, thorough: false }))).toMatchObject({
    phase: 'paused',
    error: { code: 'token_expired' },
  });

  const second = mortal(database, gmail);
  await value(second.core.open(session));
  const begun = Promise.withResolvers<void>();
  gmail.mishap = ({ kind }) => {
    if (kind !== 'profile') return null;
    begun.resolve();
    return 'hang';
  };
  const scanning = second.core.resume();
  await begun.promise;
  expect(await first.core.cancel()).toMatchObject({ ok: false, error: { code: 'scan_running' } });
  gmail.mishap = () => null;
  await second.core.cancel();
  await scanning;
  expect(await value(second.core.resume())).toMatchObject({ phase: 'done', evidenceMails: 33 });

  expect(await value(first.core.cancel())).toMatchObject({ phase: 'done', evidenceMails: 33 });
  expect((await checkpointOf(database))?.state).toBe('done');
  await first.core.close();
  await second.core.close();
});
