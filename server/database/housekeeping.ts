import { lt, sql } from 'drizzle-orm';
import type { Db } from './db.ts';
import {
  blobUploads,
  blobs,
  endedSessions,
  identityUsers,
  psiKeys,
  psiSessions,
  usedIdTokens,
} from './schema.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long an expired session is kept, so that the person can be told why it is refused. Milliseconds. */
const SESSION_GRACE_MS = HOUR_MS;
/** Time between two clean-ups, in milliseconds. */
export const TIDY_MS = HOUR_MS / 6;
/**
 * The age at which published keys without an account are removed. With the clean-up's interval they are gone within an
 * hour. Milliseconds.
 */
export const ORPHAN_BLOB_MS = HOUR_MS - TIDY_MS;
/** How long an identity is kept without a refresh; the device then makes a new one. Milliseconds. */
const IDENTITY_MS = 400 * DAY_MS;

/** Removes rows that nobody can use any more. Safe to run twice, or on several copies at once. */
export async function tidy(db: Db, now: number = Date.now()): Promise<void> {
  await db.delete(psiSessions).where(lt(psiSessions.expiresAt, new Date(now - SESSION_GRACE_MS)));
  await db.delete(blobs).where(
    sql`${blobs.createdAt} < ${new Date(now - ORPHAN_BLOB_MS).toISOString()} and not exists (
      select 1 from ${psiKeys} where split_part(${psiKeys.link}, '/blob/public/', 2) = ${blobs.pathname})`,
  );
  await db.delete(usedIdTokens).where(lt(usedIdTokens.expiresAt, new Date(now)));
  await db.delete(endedSessions).where(lt(endedSessions.expiresAt, new Date(now)));
  await db.delete(blobUploads).where(lt(blobUploads.expiresAt, new Date(now)));
  await db.delete(identityUsers).where(lt(identityUsers.lastSeenAt, new Date(now - IDENTITY_MS)));
}
