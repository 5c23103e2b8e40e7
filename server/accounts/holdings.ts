import { eq, sql } from 'drizzle-orm';
import { isForeignKeyViolation } from '../database/failure.ts';
import type { Db } from '../database/db.ts';
import { psiKeys, psiSessions, users } from '../database/schema.ts';
import type { AccountHoldings } from './contract.ts';
import type { Disclosures } from '../disclosures/contract.ts';
import type { BlobStore } from '../blob/contract.ts';
import { Refusal } from '../web/refusal.ts';

/** Reports or removes everything that the server holds about a person. */
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
      // Removed since the caller was authenticated.
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
      // First, so that if the store fails the account can still be removed later.
      if (keys !== undefined) await blobStore.remove(keys.link);
      // Also removes its keys, comparisons and disclosures.
      await db.delete(users).where(eq(users.id, userId));
    },
  };
}

function noAccount(): Refusal {
  return new Refusal(404, 'There is no account with this address. Sign in to make one.', {
    code: 'no_account',
  });
}

/** A write that refers to an account removed in the meantime is refused as if the account had never existed. */
export async function orNoAccount<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (cause) {
    throw isForeignKeyViolation(cause) ? noAccount() : cause;
  }
}
