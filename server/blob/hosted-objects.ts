import { and, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '../database/db.ts';
import { ORPHAN_BLOB_MS } from '../database/housekeeping.ts';
import { hostedBlobs, psiKeys } from '../database/schema.ts';
import { vercelPublicBase } from './vercel-store.ts';

/**
 * Address and version of the service's own calls, as `@vercel/blob` makes them; the library cannot be given our
 * `fetch`.
 */
const DELETE_URL = 'https://vercel.com/api/blob/delete';
const API_VERSION = '12';
/** Objects deleted in one call. The service accepts a thousand; fewer keep a call short. */
const BATCH = 200;
/** Milliseconds. */
const TIMEOUT_MS = 30_000;

/** Our objects in a hosted store. The service cannot tell which of them are announced; the database can. */
export interface HostedObjects {
  /** Notes that an upload to this pathname was granted. */
  granted(pathname: string): Promise<void>;
  /**
   * Removes objects that were not announced in time, or no longer are.
   *
   * @throws when the service fails
   */
  tidy(): Promise<void>;
}

/** @param edges `fetch`: the network edge; `now`: milliseconds since the epoch */
export function createHostedObjects(
  db: Db,
  readWriteToken: string,
  { fetch: send, now }: { fetch: typeof fetch; now: () => number },
): HostedObjects {
  const base = vercelPublicBase(readWriteToken);

  const removeFromStore = async (pathnames: readonly string[]): Promise<void> => {
    const answer = await send(DELETE_URL, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${readWriteToken}`,
        'content-type': 'application/json',
        'x-api-version': API_VERSION,
      },
      body: JSON.stringify({ urls: pathnames.map((pathname) => base + pathname) }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`The blob store answered ${answer.status}.`);
  };

  return {
    async granted(pathname) {
      const grantedAt = new Date(now());
      await db
        .insert(hostedBlobs)
        .values({ pathname, grantedAt })
        .onConflictDoUpdate({ target: hostedBlobs.pathname, set: { grantedAt } });
    },

    async tidy() {
      const old = lt(hostedBlobs.grantedAt, new Date(now() - ORPHAN_BLOB_MS));
      for (;;) {
        const orphans = await db
          .select({ pathname: hostedBlobs.pathname })
          .from(hostedBlobs)
          .where(
            and(
              old,
              sql`not exists (select 1 from ${psiKeys} where ${psiKeys.link} = ${base}::text || ${hostedBlobs.pathname})`,
            ),
          )
          .limit(BATCH);
        if (orphans.length === 0) return;
        const pathnames = orphans.map(({ pathname }) => pathname);
        await removeFromStore(pathnames);
        await db.delete(hostedBlobs).where(and(old, inArray(hostedBlobs.pathname, pathnames)));
      }
    },
  };
}
