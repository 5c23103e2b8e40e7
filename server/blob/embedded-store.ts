import type { BlobObjects, BlobStore } from './contract.ts';
import { nothingAt, pathnameOf } from './link.ts';
import { mintClientToken } from './mint.ts';

/** The path of the embedded store's public objects on this server. */
export const PUBLIC_PATH = '/blob/public/';

/** The embedded store's name in its tokens. */
const STORE_ID = 'waystamp';

/** @param key 32 bytes derived from the server's secret; the same on every copy */
export function embeddedReadWriteToken(key: Uint8Array): string {
  return `vercel_blob_rw_${STORE_ID}_${Buffer.from(key).toString('hex')}`;
}

export interface EmbeddedStoreOptions {
  objects: BlobObjects;
  readWriteToken: string;
  /** The origins under which people reach this server. */
  origins: () => readonly string[];
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** The store inside our own database. Links are read there, never over the network. */
export function createEmbeddedStore({
  objects,
  readWriteToken,
  origins,
  now,
}: EmbeddedStoreOptions): BlobStore {
  return {
    mintClientToken: (pathname) => mintClientToken(readWriteToken, pathname, now()),
    async read(link) {
      const bases = origins().map((origin) => origin + PUBLIC_PATH);
      const blob = await objects.get(pathnameOf(link, bases));
      if (blob === null) throw nothingAt();
      return blob.content;
    },
    async remove(link) {
      // The link was checked when it was announced, perhaps under an origin that this server no longer has.
      const { pathname } = new URL(link);
      if (pathname.startsWith(PUBLIC_PATH)) await objects.remove(pathname.slice(PUBLIC_PATH.length));
    },
  };
}
