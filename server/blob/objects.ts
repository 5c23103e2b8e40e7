import { eq } from 'drizzle-orm';
import type { Db } from '../database/db.ts';
import { blobs } from '../database/schema.ts';
import type { BlobObjects } from './contract.ts';

/** The embedded store's objects in the database, so that copies of the server share them. */
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
      // PostgreSQL's text holds no NUL, and refuses to be asked for one.
      if (pathname.includes('\0')) return null;
      const [blob] = await db
        .select({
          content: blobs.content,
          contentType: blobs.contentType,
          etag: blobs.etag,
          cacheControlMaxAge: blobs.cacheControlMaxAge,
        })
        .from(blobs)
        .where(eq(blobs.pathname, pathname));
      return blob ?? null;
    },
    async remove(pathname) {
      await db.delete(blobs).where(eq(blobs.pathname, pathname));
    },
  };
}
