import { and, eq, ne, sql } from 'drizzle-orm';
import { isUniqueViolation } from '../database/failure.ts';
import { type Db, UNNAMED } from '../database/db.ts';
import { answeredKeys, psiKeys, users } from '../database/schema.ts';
import type { Account, Accounts, Announcement } from './contract.ts';
import { Refusal } from '../web/refusal.ts';

type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0];

/**
 * Accounts and their latest announced keys, in the database.
 *
 * @param replaced called with the link of keys that no account announces any more; not awaited
 */
export function createAccounts(db: Db, replaced: (link: string) => void = () => undefined): Accounts {
  const keysOf = db
    .select({ userId: psiKeys.userId })
    .from(psiKeys)
    .where(eq(psiKeys.userId, sql.placeholder('id')))
    .prepare(UNNAMED);

  /** @param complete the state that the account must be in, and must keep during the call */
  const announceAlone = async (id: string, keys: Announcement, complete: boolean): Promise<Account> => {
    const links = await db.transaction(async (tx) => {
      // One announcement of an account at a time. A comparison's session refers to the account and locks its key in the
      // other order, so it must not be blocked (`for update` would deadlock with it).
      const [user] = await tx
        .select({ id: users.id })
        .from(users)
        .where(eq(users.id, id))
        .for('no key update');
      const [announced] = await tx
        .select({ userId: psiKeys.userId })
        .from(psiKeys)
        .where(eq(psiKeys.userId, id));
      if (user === undefined || (complete && announced === undefined)) {
        throw new Refusal(404, 'There is no account with this address.');
      }
      if (!complete && announced !== undefined) {
        throw new Refusal(409, 'An account with this address exists already.');
      }
      return announce(tx, id, keys);
    });
    for (const link of links) if (link !== keys.link) replaced(link);
    return { id, psiPublicKeysLink: keys.link };
  };

  return {
    isComplete: async (id) => (await keysOf.execute({ id })).length > 0,
    create: (id, keys) => announceAlone(id, keys, false),
    replaceKeys: (id, keys) => announceAlone(id, keys, true),
  };
}

/**
 * Keys are one-time and belong to one person: an id that was answered, replaced, or announced by somebody else is
 * refused. Whoever replaces these keys retires them in the same transaction, so the keys in use are searched first.
 *
 * @returns the links of the replaced keys
 */
async function announce(tx: Transaction, userId: string, keys: Announcement): Promise<string[]> {
  const { keyId, link, publicKeys } = keys;
  const [foreign] = await tx
    .select({ userId: psiKeys.userId })
    .from(psiKeys)
    .where(and(eq(psiKeys.keyId, keyId), ne(psiKeys.userId, userId)));
  const [spent] = await tx
    .select({ keyId: answeredKeys.keyId })
    .from(answeredKeys)
    .where(eq(answeredKeys.keyId, keyId));
  if (spent !== undefined || foreign !== undefined) throw keysUsed();
  const replaced = await retire(tx, userId, keyId);
  const values = { userId, keyId, link, publicKeys, announcedAt: new Date() };
  try {
    await tx.insert(psiKeys).values(values).onConflictDoUpdate({ target: psiKeys.userId, set: values });
  } catch (cause) {
    // Somebody else announced the same keys between the check and the write.
    throw isUniqueViolation(cause) ? keysUsed() : cause;
  }
  return replaced;
}

/**
 * Retires replaced keys: they get no answer and cannot be announced again.
 *
 * @returns their links
 */
async function retire(tx: Transaction, userId: string, next: Uint8Array): Promise<string[]> {
  const replaced = await tx
    .select({ keyId: psiKeys.keyId, link: psiKeys.link })
    .from(psiKeys)
    .where(and(eq(psiKeys.userId, userId), ne(psiKeys.keyId, next)));
  const retired = replaced.map(({ keyId }) => ({ keyId }));
  if (retired.length > 0) await tx.insert(answeredKeys).values(retired).onConflictDoNothing();
  return replaced.map(({ link }) => link);
}

function keysUsed(): Refusal {
  return new Refusal(409, 'These keys were used before. New keys are needed.', { code: 'keys_used' });
}
