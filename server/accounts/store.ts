import { and, eq, ne } from 'drizzle-orm';
import { isUniqueViolation } from '../database/conflict.ts';
import type { Db } from '../database/open.ts';
import { answeredKeys, psiKeys, users } from '../database/schema.ts';
import type { Account, Accounts, Announcement } from '../ports.ts';
import { Refusal } from '../web/refusal.ts';

type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0];

/** Accounts and the keys that each announced last, in the database. */
export function createAccounts(db: Db): Accounts {
  return {
    async find(email) {
      const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
      return user ?? null;
    },

    create: (email, keys) =>
      db.transaction(async (tx): Promise<Account> => {
        const [user] = await tx
          .insert(users)
          .values({ email })
          .onConflictDoNothing({ target: users.email })
          .returning({ id: users.id });
        if (user === undefined) throw new Refusal(409, 'An account with this address exists already.');
        await announce(tx, user.id, keys);
        return { id: user.id, psiPublicKeysLink: keys.link };
      }),

    replaceKeys: (email, keys) =>
      db.transaction(async (tx): Promise<Account> => {
        const [user] = await tx
          .select({ id: users.id })
          .from(users)
          .where(eq(users.email, email))
          .for('update');
        if (user === undefined) throw new Refusal(404, 'There is no account with this address.');
        await announce(tx, user.id, keys);
        return { id: user.id, psiPublicKeysLink: keys.link };
      }),
  };
}

/** Keys are one-time and one person's: an id that was answered, or announced by somebody else, is refused. */
async function announce(tx: Transaction, userId: string, keys: Announcement): Promise<void> {
  const { keyId, link, publicKeys } = keys;
  const [answered] = await tx
    .select({ keyId: answeredKeys.keyId })
    .from(answeredKeys)
    .where(eq(answeredKeys.keyId, keyId));
  const [foreign] = await tx
    .select({ userId: psiKeys.userId })
    .from(psiKeys)
    .where(and(eq(psiKeys.keyId, keyId), ne(psiKeys.userId, userId)));
  if (answered !== undefined || foreign !== undefined) throw keysUsed();
  const values = { userId, keyId, link, publicKeys, announcedAt: new Date() };
  try {
    await tx.insert(psiKeys).values(values).onConflictDoUpdate({ target: psiKeys.userId, set: values });
  } catch (cause) {
    // Somebody else announced the same keys between the look and the write.
    throw isUniqueViolation(cause) ? keysUsed() : cause;
  }
}

function keysUsed(): Refusal {
  return new Refusal(409, 'These keys were used before. New keys are needed.', { code: 'keys_used' });
}
