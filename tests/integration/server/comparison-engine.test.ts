/** Where the parts of a comparison run, and what is looked at on disclosure. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, catalogHash } from '../../../catalog/index.ts';
import { initPsi } from '../../../psi-wasm/index.ts';
import type { Psi } from '../../../psi-wasm/index.ts';
import { createAccounts } from '../../../server/accounts/store.ts';
import type { Database } from '../../../server/database/open.ts';
import { createDisclosures } from '../../../server/disclosures/store.ts';
import { createComparisons } from '../../../server/psi/comparisons.ts';
import { startPsiEngine } from '../../../server/psi/engine.ts';
import type { PsiEngine } from '../../../server/psi/engine.ts';
import { organiserSet } from '../../../server/psi/organiser-set.ts';
import { slotOfFact } from '../../support/psi/slots.ts';
import { round1 } from '../../support/server/comparison.ts';
import { makeAccount } from '../../support/server/announced-people.ts';
import { openTestDatabase } from '../../support/server/test-database.ts';

const EMAIL = 'engine@mail.example';
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
    const organiser = organiserSet();
    const { db } = database;
    const comparisons = createComparisons({
      db,
      engine: watched,
      organiser: () => organiser,
      disclosures: createDisclosures({ db, catalog: () => catalogHash(CATALOG), now: Date.now }),
    });
    const keys = client.genKeys();
    const publicKeys = Uint8Array.from(keys.publicKeys);
    const { keyId } = client.readPublicKeys(Uint8Array.from(publicKeys));
    const account = await makeAccount(database.db, EMAIL);
    await createAccounts(database.db).create(account, { link: 'http://localhost/keys', keyId, publicKeys });
    const { message, open } = await round1(keys, SLOTS);
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
});
