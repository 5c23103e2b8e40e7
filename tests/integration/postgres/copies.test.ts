import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccounts } from '../../../server/accounts/store.ts';
import { openDatabase } from '../../../server/database/open.ts';
import type { Database } from '../../../server/database/open.ts';
import { psiKeys, users } from '../../../server/database/schema.ts';
import { Refusal } from '../../../server/web/refusal.ts';
import { makeAccount } from '../../support/server/announced-people.ts';
import { createTestPlace } from '../../support/server/test-database.ts';
import type { TestPlace } from '../../support/server/test-database.ts';

/** Copies of the server, each with its own connections. */
const COPIES = 5;

let place: TestPlace;
let copies: Database[];
beforeEach(async () => {
  place = await createTestPlace();
  // All at once, on an empty database: one migrates it, and the others wait.
  copies = await Promise.all(Array.from({ length: COPIES }, () => openDatabase(place.where)));
});
afterEach(async () => {
  await Promise.all(copies.map((copy) => copy.close()));
  await place.remove();
});

describe('copies of the server on one database', () => {
  it('make one account under 100 concurrent creations, each with its own keys', async () => {
    const people = copies.map(({ db }) => makeAccount(db, 'crowd@mail.example'));
    const [id = '', ...others] = await Promise.all(people);
    expect(new Set(others)).toEqual(new Set([id]));
    const stores = copies.map(({ db }) => createAccounts(db));
    const attempts = Array.from({ length: 100 / COPIES }, (_, attempt) =>
      stores.map((store, copy) =>
        store.create(id, {
          link: `http://localhost/blob/public/psi/${copy}-${attempt}`,
          keyId: new Uint8Array(randomBytes(16)),
          publicKeys: Uint8Array.of(attempt),
        }),
      ),
    );
    const results = await Promise.allSettled(attempts.flat());
    const made = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(made).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'fulfilled') continue;
      expect(result.reason).toBeInstanceOf(Refusal);
      expect(result.reason).toMatchObject({ status: 409 });
    }
    const [copy] = copies;
    await expect(copy?.db.select({ id: users.id }).from(users)).resolves.toEqual([{ id: made[0]?.id }]);
    await expect(copy?.db.select({ link: psiKeys.link }).from(psiKeys)).resolves.toEqual([
      { link: made[0]?.psiPublicKeysLink },
    ]);
  });
});
