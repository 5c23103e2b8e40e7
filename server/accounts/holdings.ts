import { eq, sql } from 'drizzle-orm';
import { isForeignKeyViolation } from '../database/failure.ts';
import type { Db } from '../database/db.ts';
import { psiKeys, psiSessions, users } from '../database/schema.ts';
import type { AccountHoldings, Disclosures } from '../ports.ts';
import type { BlobStore } from '../blob/contract.ts';
import { Refusal } from '../web/refusal.ts';

/** Everything that the server holds about a person: told to them, or removed. */
export function createHoldings(
  db: Db,
  blobStore: Pick<BlobStore, 'remove'>,
  disclosures: Pick<Disclosures, 'of'>,
): AccountHoldings {
  return {
    async of(userId) {
      const [account] = await db
        .select({
          id: users.id,
          email: users.email,
          issuer: users.issuer,
          subject: users.subject,
          createdAt: users.createdAt,
        })
        .from(users)
        .where(eq(users.id, userId));
      // Removed since the caller was asked who they are.
      if (account === undefined) throw noAccount();
      const [keys] = await db
        .select({
          id: sql<string>`encode(${psiKeys.keyId}, 'hex')`,
          psiPublicKeysLink: psiKeys.link,
          bytes: sql<number>`length(${psiKeys.publicKeys})`.mapWith(Number),
          announcedAt: psiKeys.announcedAt,
        })
        .from(psiKeys)
        .where(eq(psiKeys.userId, userId));
      const comparisons = await db
        .select({ expiresAt: psiSessions.expiresAt, catalog: psiSessions.catalog })
        .from(psiSessions)
        .where(eq(psiSessions.userId, userId))
        .orderBy(psiSessions.expiresAt);
      return {
        account: { ...account, createdAt: account.createdAt.toISOString() },
        keys: keys === undefined ? null : { ...keys, announcedAt: keys.announcedAt.toISOString() },
        comparisons: comparisons.map(({ expiresAt, catalog }) => ({
          expiresAt: expiresAt.toISOString(),
          catalog,
        })),
        disclosures: await disclosures.of(userId),
      };
    },

    async remove(userId) {
      const [keys] = await db.select({ link: psiKeys.link }).from(psiKeys).where(eq(psiKeys.userId, userId));
      // First: where the store fails, the account is still there to be removed again.
      if (keys !== undefined) await blobStore.remove(keys.link);
      // Keys, comparisons and disclosures go with it.
      await db.delete(users).where(eq(users.id, userId));
    },
  };
}

function noAccount(): Refusal {
  return new Refusal(404, 'There is no account with this address. Sign in to make one.', {
    code: 'no_account',
  });
}

/** What refers to an account that was removed meanwhile is refused as if it had never been there. */
export async function orNoAccount<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (cause) {
    throw isForeignKeyViolation(cause) ? noAccount() : cause;
  }
}
