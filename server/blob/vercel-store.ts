import { BlobNotFoundError, del } from '@vercel/blob';
import type { BlobStore } from './contract.ts';
import { Refusal } from '../web/refusal.ts';
import { MAX_BLOB_BYTES } from './limits.ts';
import { nothingAt, pathnameOf } from './link.ts';
import { mintClientToken } from './mint.ts';

/** Time limit in milliseconds; Vercel's edge answers in well under a second. */
const TIMEOUT_MS = 10_000;
/** Seconds until a caller may try again when the store does not answer. */
const RETRY_AFTER_SECONDS = 5;

/** Prefix of the public objects in the store of this read-write token. */
export function vercelPublicBase(readWriteToken: string): string {
  const [, , , storeId = ''] = readWriteToken.split('_');
  return `https://${storeId.toLowerCase()}.public.blob.vercel-storage.com/`;
}

/**
 * A Vercel Blob store. Links are read from that host only.
 *
 * @param edges `fetch`: the network edge, for tests; `now`: milliseconds since the epoch
 */
export function createVercelStore(
  readWriteToken: string,
  edges: { fetch?: typeof fetch; now?: () => number } = {},
): BlobStore {
  const { fetch: send = fetch, now = Date.now } = edges;
  const base = vercelPublicBase(readWriteToken);
  return {
    mintClientToken: (pathname) => mintClientToken(readWriteToken, pathname, now()),
    async read(link) {
      const url = base + pathnameOf(link, [base]);
      let answer: Response;
      try {
        answer = await send(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
      } catch (cause) {
        throw storeSilent(cause);
      }
      if (answer.status === 429 || answer.status >= 500) throw storeSilent(answer.status);
      if (!answer.ok || answer.body === null) throw nothingAt(answer.status);
      return readCapped(answer.body);
    },
    async remove(link) {
      if (!link.startsWith(base)) return;
      try {
        await del(link, { token: readWriteToken, abortSignal: AbortSignal.timeout(TIMEOUT_MS) });
      } catch (cause) {
        if (!(cause instanceof BlobNotFoundError)) throw storeSilent(cause);
      }
    },
  };
}

async function readCapped(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      length += chunk.length;
      if (length > MAX_BLOB_BYTES) throw nothingAt();
      chunks.push(chunk);
    }
  } catch (cause) {
    throw cause instanceof Refusal ? cause : storeSilent(cause);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function storeSilent(cause: unknown): Refusal {
  return new Refusal(503, 'The key store did not answer. Please try again in a moment.', {
    retryAfter: RETRY_AFTER_SECONDS,
    cause,
  });
}
