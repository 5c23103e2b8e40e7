import { and, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '../database/db.ts';
import { blobs } from '../database/schema.ts';
import type { BlobObjects } from './contract.ts';
import { CLIENT_TOKEN_MS } from './limits.ts';

/** The ETag of a removed object; no content has it. */
const NO_ETAG = '';

/** The embedded store's objects, in the database so that copies of the server share them. */
export function createBlobObjects(db: Db): BlobObjects {
  return {
    async add(pathname, blob) {
      const [added] = await db
        .insert(blobs)
        .values({ pathname, ...blob })
        .onConflictDoNothing()
        .returning({ pathname: blobs.pathname });
      if (added !== undefined) return true;
      const [there] = await db
        .select({ etag: blobs.etag, contentType: blobs.contentType })
        .from(blobs)
        .where(eq(blobs.pathname, pathname));
      return there?.etag === blob.etag && there.contentType === blob.contentType;
    },
    async get(pathname) {
      const [blob] = await db
        .select({
          content: blobs.content,
          contentType: blobs.contentType,
          etag: blobs.etag,
          cacheControlMaxAge: blobs.cacheControlMaxAge,
        })
        .from(blobs)
        .where(and(eq(blobs.pathname, pathname), ne(blobs.etag, NO_ETAG)));
      return blob ?? null;
    },
    async remove(pathname) {
      // Its client token may still be valid; until it expires the name stays taken by an empty row.
      const isLate = sql`${blobs.createdAt} <= now() - make_interval(secs => ${CLIENT_TOKEN_MS / 1000})`;
      await db.delete(blobs).where(and(eq(blobs.pathname, pathname), isLate));
      await db
        .update(blobs)
        .set({ content: new Uint8Array(), etag: NO_ETAG })
        .where(eq(blobs.pathname, pathname));
    },
  };
}
