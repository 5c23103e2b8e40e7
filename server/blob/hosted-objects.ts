import { and, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '../database/db.ts';
import { ORPHAN_BLOB_MS } from '../database/housekeeping.ts';
import { hostedBlobs, psiKeys } from '../database/schema.ts';
import { vercelPublicBase } from './vercel-store.ts';

/** Where the service's own calls go, and their version, as `@vercel/blob` makes them; it takes no `fetch` of ours. */
const DELETE_URL = 'https://vercel.com/api/blob/delete';
const API_VERSION = '12';
/** The service takes up to a thousand in one call; this keeps a call short. */
const BATCH = 200;
/** Milliseconds. */
const TIMEOUT_MS = 30_000;

/** What a hosted store holds for us. The service cannot tell which of its objects are announced; the database can. */
export interface HostedObjects {
  /** An upload to this pathname is granted. */
  granted(pathname: string): Promise<void>;
  /** Removes what nobody announced in time, or announces any more. @throws when the service does not do it */
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
