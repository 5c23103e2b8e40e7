/** Where the parts of a comparison run, and what a disclosure checks. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CATALOG,
  builtInCatalog,
  canonicalJson,
  catalogFacts,
  catalogHash,
  comparisonContext,
} from '../../../catalog/index.ts';
import type { Catalog } from '../../../catalog/index.ts';
import { createCurrentCatalog } from '../../../server/catalog/current.ts';
import type { CurrentCatalog } from '../../../server/catalog/current.ts';
import { createPublishedCatalogs } from '../../../server/catalog/published.ts';
import { initPsi } from '../../../psi-wasm/index.ts';
import type { Psi } from '../../../psi-wasm/index.ts';
import { createAccounts } from '../../../server/accounts/store.ts';
import type { Database } from '../../../server/database/open.ts';
import { psiSessions } from '../../../server/database/schema.ts';
import type { Log } from '../../../server/operator/contract.ts';
import { createDisclosures } from '../../../server/disclosures/store.ts';
import { createComparisons } from '../../../server/psi/comparisons.ts';
import { startPsiEngine } from '../../../server/psi/engine.ts';
import type { PsiEngine } from '../../../server/psi/engine.ts';
import { organiserSet } from '../../../server/psi/organiser-set.ts';
import { slotOfFact } from '../../support/psi/slots.ts';
import { CONTEXT } from '../../support/psi/context.ts';
import { round1 } from '../../support/server/comparison.ts';
import { makeAccount } from '../../support/server/announced-people.ts';
import { openTestDatabase } from '../../support/server/test-database.ts';
import { LAKESIDE } from '../../support/lakeside.ts';

const SLOTS = ['verifiedTravelEvents/devcon', 'selfAttestedEvents/edcon', 'travelInterests/bars'].map(
  slotOfFact,
);

let database: Database;
let remove: () => Promise<void>;
let engine: PsiEngine;
let client: Psi;
beforeAll(async () => {
  ({ database, remove } = await openTestDatabase());
  engine = await startPsiEngine(1);
  client = await initPsi();
});
afterAll(async () => {
  await engine.close();
  await database.close();
  await remove();
});

describe('round 2', () => {
  it('is loaded by import only: with `require`, the process would abort when it exits during the load', () => {
    const thread = new URL('../../../server/psi/round2-thread.ts', import.meta.url);
    expect(() => createRequire(import.meta.url)(fileURLToPath(thread)) as unknown).toThrow(
      expect.objectContaining({ code: 'ERR_REQUIRE_ASYNC_MODULE' }),
    );
  });

  it('leaves the event loop and the main thread’s module free', async () => {
    const keys = client.genKeys();
    const { message } = await round1(keys, SLOTS);
    let done = false;
    const round2 = engine
      .round2({
        publicKeys: Buffer.from(keys.publicKeys).toString('base64'),
        request: message,
        bits: organiserSet(CATALOG, null).bits,
        context: CONTEXT,
      })
      .finally(() => {
        done = true;
      });
    // Work on this thread would end here. A thread's answer needs a turn of the event loop.
    for (let step = 0; step < 1000; step += 1) await Promise.resolve();
    expect(done).toBe(false);
    expect((await round2).session).toHaveLength(32);
  });
});

const ignore = (): void => undefined;
const SILENT: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

interface Publishing extends CurrentCatalog {
  /** Publishes another catalog as the current one. */
  replace: (next: Catalog) => Promise<void>;
}

/** One copy's catalogs, over the test's database. */
async function publishing(first: Catalog = CATALOG): Promise<Publishing> {
  let hosted = first;
  const published = createPublishedCatalogs(database.db);
  const current = createCurrentCatalog(first, async () => hosted, published, SILENT);
  await current.refresh();
  return {
    ...current,
    replace: async (next) => {
      hosted = next;
      await current.refresh();
    },
  };
}

/** The server's side over the test's database, and a person who is about to compare. */
async function comparing(email: string, deps: { engine?: PsiEngine; catalogs?: CurrentCatalog } = {}) {
  const { db } = database;
  const catalogs = deps.catalogs ?? (await publishing());
  const comparisons = createComparisons({
    db,
    engine: deps.engine ?? engine,
    listed: () => null,
    catalogs,
    disclosures: createDisclosures({ db, catalogs, now: Date.now }),
  });
  const keys = client.genKeys();
  const publicKeys = Uint8Array.from(keys.publicKeys);
  const { keyId } = client.readPublicKeys(Uint8Array.from(publicKeys));
  const account = await makeAccount(db, email);
  await createAccounts(db).create(account, { link: `http://localhost/${email}`, keyId, publicKeys });
  const asked = { organiser: catalogs.get().organiser.slug, catalog: catalogs.hash() };
  const context = comparisonContext(asked.organiser, asked.catalog);
  const { message, open } = await round1(keys, SLOTS, context);
  const answer = (of = asked): Promise<Uint8Array> =>
    comparisons.answer(account, Uint8Array.from(message), of);
  return { comparisons, account, asked, message: Uint8Array.from(message), answer, open };
}

describe('a comparison', () => {
  it('is answered for an earlier catalog too, by every copy, until the organiser withdraws it', async () => {
    const first = await publishing();
    const { answer, open, asked } = await comparing('pinned@mail.example', { catalogs: first });
    await first.replace(LAKESIDE);
    // A copy that starts now has never used the first catalog.
    const copy = await publishing(LAKESIDE);
    expect(await copy.byHash(asked.catalog)).toEqual(CATALOG);
    expect(await first.canonical(asked.catalog)).toBe(canonicalJson(CATALOG));
    expect(open(await answer()).matched).toEqual(SLOTS.toSorted((a, b) => a - b));

    const late = await comparing('late@mail.example', { catalogs: copy });
    await createPublishedCatalogs(database.db).withdraw(asked.catalog, new Date());
    await expect(late.answer(asked)).rejects.toMatchObject({ status: 410, code: 'catalog_withdrawn' });
    await expect(first.canonical(asked.catalog)).rejects.toMatchObject({ status: 410 });
    // A copy that starts with it does not publish it again; the operator does.
    const stubborn = await publishing();
    await expect(stubborn.byHash(asked.catalog)).rejects.toMatchObject({ status: 410 });
    expect(() => stubborn.checkCurrent()).toThrow(/withdrawn/);
    await createPublishedCatalogs(database.db).withdraw(asked.catalog, null);
    await stubborn.refresh();
    expect(await stubborn.byHash(asked.catalog)).toEqual(CATALOG);
    expect(await copy.byHash(asked.catalog)).toEqual(CATALOG);
  });

  it('uses the organiser’s list for that organiser’s catalogs only', async () => {
    const { db } = database;
    const catalogs = await publishing();
    await createPublishedCatalogs(db).publish(LAKESIDE);
    const seen: number[] = [];
    const comparisons = createComparisons({
      db,
      engine: {
        ...engine,
        round2: (task) => {
          seen.push(task.bits.reduce((sum, bit) => sum + bit, 0));
          return engine.round2(task);
        },
      },
      listed: () => ['travelInterests/bars'],
      catalogs,
      disclosures: createDisclosures({ db, catalogs, now: Date.now }),
    });
    for (const asked of [CATALOG, LAKESIDE]) {
      const { message, account } = await comparing(`${asked.organiser.slug}@list.example`, { catalogs });
      const of = { organiser: asked.organiser.slug, catalog: catalogHash(asked) };
      await comparisons.answer(account, message, of);
    }
    expect(seen).toEqual([1, LAKESIDE.facts.length]);
  });

  it('is refused for an unpublished catalog, and for another organiser’s', async () => {
    const { answer, asked } = await comparing('elsewhere@mail.example');
    const unknown = { status: 404, code: 'catalog_unknown' };
    await expect(answer({ ...asked, catalog: 'a'.repeat(64) })).rejects.toMatchObject(unknown);
    await expect(answer({ ...asked, organiser: 'lakeside' })).rejects.toMatchObject(unknown);
    // Neither attempt used up the keys.
    expect(await answer()).toBeInstanceOf(Uint8Array);
  });
});

describe('a disclosure', () => {
  it('checks every token, whichever is wrong', async () => {
    let checked = 0;
    const watched: PsiEngine = {
      ...engine,
      psi: {
        ...engine.psi,
        round2: () => {
          throw new Error('round 2 on the event loop');
        },
        checkToken: (...parts) => {
          checked += 1;
          return engine.psi.checkToken(...parts);
        },
      },
    };
    const { comparisons, account, answer, open } = await comparing('engine@mail.example', {
      engine: watched,
    });
    const { token, session } = open(await answer());
    const facts = (wrong: readonly number[]) =>
      SLOTS.map((slot, at) => ({ slot, token: wrong.includes(at) ? new Uint8Array(16) : token(slot) }));
    for (const wrong of [[0], [1], [2], [0, 1, 2]]) {
      checked = 0;
      await expect(comparisons.disclose(account, session, facts(wrong))).rejects.toMatchObject({
        status: 403,
      });
      expect(checked).toBe(SLOTS.length);
    }
    checked = 0;
    await expect(comparisons.disclose(account, session, facts([]))).resolves.toHaveLength(SLOTS.length);
    expect(checked).toBe(SLOTS.length);
  });

  it('uses the catalog of its comparison, whatever is published meanwhile', async () => {
    const catalogs = await publishing();
    const { comparisons, account, answer, open } = await comparing('republished@mail.example', { catalogs });
    const { token, session } = open(await answer());
    await catalogs.replace(LAKESIDE);
    const [slot = -1] = SLOTS;
    await expect(
      comparisons.disclose(account, session, [{ slot, token: token(slot) }]),
    ).resolves.toMatchObject([
      { catalog: catalogHash(CATALOG), fact: catalogFacts(CATALOG).bySlot.get(slot)?.id },
    ]);
  });

  it('is refused when the organiser has withdrawn that catalog', async () => {
    const catalogs = await publishing();
    const { comparisons, account, answer, open } = await comparing('forgotten@mail.example', { catalogs });
    const { token, session } = open(await answer());
    await catalogs.replace(LAKESIDE);
    const published = createPublishedCatalogs(database.db);
    await published.withdraw(catalogHash(CATALOG), new Date());
    const [slot = -1] = SLOTS;
    await expect(
      comparisons.disclose(account, session, [{ slot, token: token(slot) }]),
    ).rejects.toMatchObject({ status: 410, code: 'catalog_withdrawn' });
    await published.withdraw(catalogHash(CATALOG), null);
  });

  it('uses the current catalog if its comparison is older than stored catalogs', async () => {
    const catalogs = await publishing();
    const { comparisons, account, answer, open } = await comparing('before@mail.example', { catalogs });
    const { token, session } = open(await answer());
    await database.db.update(psiSessions).set({ catalog: null }).where(eq(psiSessions.userId, account));
    const newer = builtInCatalog({ name: 'A Club', contact: null });
    await catalogs.replace(newer);
    const [slot = -1] = SLOTS;
    await expect(
      comparisons.disclose(account, session, [{ slot, token: token(slot) }]),
    ).resolves.toMatchObject([{ catalog: catalogHash(newer), organiser: { name: 'A Club' } }]);
  });
});
