import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import type { Db } from '../database/db.ts';
import { blobParts, blobUploads, blobs } from '../database/schema.ts';
import type { BlobPart, BlobUploadRef, BlobUploads } from './contract.ts';

const UPLOAD_ID_BYTES = 24;

/**
 * Multipart uploads, in the database so that each part may reach another copy of the server. A call locks its upload's
 * row, so that parts arriving together are added up one after the other.
 *
 * @param now milliseconds since the epoch
 */
export function createBlobUploads(db: Db, now: () => number): BlobUploads {
  const held = async (tx: Pick<Db, 'select'>, { id, pathname, grantedPathname }: BlobUploadRef) => {
    const [upload] = await tx
      .select()
      .from(blobUploads)
      .where(
        and(
          eq(blobUploads.id, id),
          eq(blobUploads.pathname, pathname),
          eq(blobUploads.grantedPathname, grantedPathname),
          gt(blobUploads.expiresAt, new Date(now())),
        ),
      )
      .for('update');
    return upload;
  };

  return {
    async begin(upload, expiresAt) {
      const id = randomBytes(UPLOAD_ID_BYTES).toString('base64url');
      await db.insert(blobUploads).values({ ...upload, id, expiresAt: new Date(expiresAt) });
      return { id };
    },

    addPart: (ref, { partNumber, etag, content }, most) =>
      db.transaction(async (tx) => {
        const upload = await held(tx, ref);
        if (upload === undefined) return 'no such upload';
        const [others] = await tx
          .select({ bytes: sql<string>`coalesce(sum(octet_length(${blobParts.content})), 0)` })
          .from(blobParts)
          .where(and(eq(blobParts.uploadId, upload.id), ne(blobParts.partNumber, partNumber)));
        if (Number(others?.bytes) + content.length > most) return 'too large';
        await tx
          .insert(blobParts)
          .values({ uploadId: upload.id, partNumber, etag, content })
          .onConflictDoUpdate({
            target: [blobParts.uploadId, blobParts.partNumber],
            set: { etag, content },
          });
        return 'stored';
      }),

    complete: (ref, listed, { least, most }) =>
      db.transaction(async (tx) => {
        const parts = listed.toSorted((one, other) => one.partNumber - other.partNumber);
        const etag = etagOf(parts);
        const upload = await held(tx, ref);
        if (upload === undefined) {
          const [made] = await tx
            .select({ contentType: blobs.contentType, etag: blobs.etag })
            .from(blobs)
            .where(and(eq(blobs.pathname, ref.pathname), eq(blobs.etag, etag)));
          return made ?? 'no such upload';
        }
        const stored = await tx
          .select({
            partNumber: blobParts.partNumber,
            etag: blobParts.etag,
            bytes: sql<number>`octet_length(${blobParts.content})`,
          })
          .from(blobParts)
          .where(eq(blobParts.uploadId, upload.id));
        const byNumber = new Map(stored.map((part) => [part.partNumber, part]));
        const wanted = parts.flatMap((part) => {
          const found = byNumber.get(part.partNumber);
          return found?.etag === part.etag ? [found.bytes] : [];
        });
        if (wanted.length !== parts.length) return 'no such part';
        if (wanted.slice(0, -1).some((bytes) => bytes < least)) return 'part too small';
        if (wanted.reduce((sum, bytes) => sum + bytes, 0) > most) return 'too large';

        const numbers = parts.map(({ partNumber }) => partNumber);
        const { pathname, contentType, cacheControlMaxAge } = upload;
        const content = sql`(${tx
          .select({ all: sql`string_agg(${blobParts.content}, ''::bytea order by ${blobParts.partNumber})` })
          .from(blobParts)
          .where(and(eq(blobParts.uploadId, upload.id), inArray(blobParts.partNumber, numbers)))})`;
        const added = await tx
          .insert(blobs)
          .values({ pathname, content, contentType, etag, cacheControlMaxAge })
          .onConflictDoNothing()
          .returning({ pathname: blobs.pathname });
        if (added.length === 0) return 'taken';
        await tx.delete(blobUploads).where(eq(blobUploads.id, upload.id));
        return { contentType, etag };
      }),
  };
}

/** The ETag of an object in parts, as in S3: the hash of the parts' ETags, and their number. */
function etagOf(parts: readonly BlobPart[]): string {
  const hash = createHash('sha256');
  for (const { partNumber, etag } of parts) hash.update(`${partNumber} ${etag}\n`);
  return `"${hash.digest('hex').slice(0, 32)}-${parts.length}"`;
}
