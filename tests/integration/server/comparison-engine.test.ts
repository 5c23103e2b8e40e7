/** Where the parts of a comparison run, and what is looked at on disclosure. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, catalogHash } from '../../../catalog/index.ts';
import { initPsi } from '../../../psi-wasm/index.ts';
import type { Psi } from '../../../psi-wasm/index.ts';
import { createAccounts } from '../../../server/accounts/store.ts';
import type { Database } from '../../../server/database/open.ts';
import { psiSessions } from '../../../server/database/schema.ts';
import { createDisclosures } from '../../../server/disclosures/store.ts';
import { createComparisons } from '../../../server/psi/comparisons.ts';
import { startPsiEngine } from '../../../server/psi/engine.ts';
import type { PsiEngine } from '../../../server/psi/engine.ts';
import { organiserSet } from '../../../server/psi/organiser-set.ts';
import { slotOfFact } from '../../support/psi/slots.ts';
import { round1 } from '../../support/server/comparison.ts';
import { makeAccount } from '../../support/server/announced-people.ts';
import { openTestDatabase } from '../../support/server/test-database.ts';

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
  it('is loaded by import alone: `require` of it ends in an abort when the process exits meanwhile', () => {
    const thread = new URL('../../../server/psi/round2-thread.ts', import.meta.url);
    expect(() => createRequire(import.meta.url)(fileURLToPath(thread)) as unknown).toThrow(
      expect.objectContaining({ code: 'ERR_REQUIRE_ASYNC_MODULE' }),
    );
  });

  it('leaves the event loop free, and the main thread’s module alone', async () => {
    const keys = client.genKeys();
    const { message } = await round1(keys, SLOTS);
    let done = false;
    const round2 = engine
      .round2({
        publicKeys: Buffer.from(keys.publicKeys).toString('base64'),
        request: message,
        bits: organiserSet().bits,
      })
      .finally(() => {
        done = true;
      });
    // Work on this thread would be done by then; what a thread answers comes only when the event loop turns.
    for (let step = 0; step < 1000; step += 1) await Promise.resolve();
    expect(done).toBe(false);
    expect((await round2).session).toHaveLength(32);
  });
});

/** The server's side over the test's database, and somebody who is about to compare. */
async function comparing(email: string, deps: { engine?: PsiEngine; catalog?: () => string } = {}) {
  const { db } = database;
  const organiser = organiserSet();
  const comparisons = createComparisons({
    db,
    engine: deps.engine ?? engine,
    organiser: () => organiser,
    catalog: deps.catalog ?? (() => catalogHash(CATALOG)),
    disclosures: createDisclosures({ db, now: Date.now }),
  });
  const keys = client.genKeys();
  const publicKeys = Uint8Array.from(keys.publicKeys);
  const { keyId } = client.readPublicKeys(Uint8Array.from(publicKeys));
  const account = await makeAccount(db, email);
  await createAccounts(db).create(account, { link: `http://localhost/${email}`, keyId, publicKeys });
  return { comparisons, account, ...(await round1(keys, SLOTS)) };
}

describe('a disclosure', () => {
  it('has every token checked, whichever is wrong', async () => {
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
    const { comparisons, account, message, open } = await comparing('engine@mail.example', {
      engine: watched,
    });
    const { token, session } = open(await comparisons.answer(account, Uint8Array.from(message)));
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

  it('names the catalog that was compared, whatever catalog is published meanwhile', async () => {
    const [older, newer] = ['a'.repeat(64), 'b'.repeat(64)];
    let current = older;
    const { comparisons, account, message, open } = await comparing('republished@mail.example', {
      catalog: () => current,
    });
    const { token, session } = open(await comparisons.answer(account, Uint8Array.from(message)));
    current = newer;
    const [slot = -1] = SLOTS;
    await expect(
      comparisons.disclose(account, session, [{ slot, token: token(slot) }]),
    ).resolves.toMatchObject([{ catalog: older }]);
  });

  it('out of a comparison from before catalogs were kept names the one of the day', async () => {
    const [older, newer] = ['c'.repeat(64), 'd'.repeat(64)];
    let current = older;
    const { comparisons, account, message, open } = await comparing('before@mail.example', {
      catalog: () => current,
    });
    const { token, session } = open(await comparisons.answer(account, Uint8Array.from(message)));
    await database.db.update(psiSessions).set({ catalog: null }).where(eq(psiSessions.userId, account));
    current = newer;
    const [slot = -1] = SLOTS;
    await expect(
      comparisons.disclose(account, session, [{ slot, token: token(slot) }]),
    ).resolves.toMatchObject([{ catalog: newer }]);
  });
});
