import type * as Library from '@vercel/blob';
import { z } from 'zod';
import { untilAborted } from '../clock.ts';
import type { Clock } from '../clock.ts';
import { failure } from '../errors.ts';
import type { AppFailure } from '../errors.ts';
import { setLibraryFetch } from './blob-fetch.ts';

/** The global in which a browser build finds the library's `process.env.VERCEL_BLOB_API_URL` (vite.config.ts). */
const BROWSER_ADDRESS = '__WAYSTAMP_BLOB_API_URL__';

/** Time limit for an upload, in milliseconds. */
const DEADLINE_MS = 60_000;

/** As often as the library retries other failures. */
const RATE_LIMIT_RETRIES = 10;

/** The store's answer to a successful upload. */
const storedSchema = z.object({ url: z.url({ protocol: /^https?$/ }) });

/** Wait after a 429 without `Retry-After`, in seconds. */
const DEFAULT_WAIT_SECONDS = 1;

export interface BlobUpload {
  pathname: string;
  body: Uint8Array;
  /** The client token that our server made for this path. */
  token: string;
  /** Absolute address of the store's API; null for Vercel's own. */
  apiUrl: string | null;
  /** Sends the library's requests in a browser; in Node the library uses its own. */
  fetch: typeof fetch;
  clock: Clock;
  signal?: AbortSignal;
  deadlineMs?: number;
}

/**
 * Uploads bytes with the `@vercel/blob` client, and adds what the client leaves out: it waits as long as `Retry-After`
 * says after a 429, ends after a deadline, and an abort also ends a wait.
 *
 * @returns the public address of the object
 * @throws AppFailure with a `blob_*` code
 */
export async function uploadBlob(upload: BlobUpload): Promise<string> {
  const deadline = AbortSignal.timeout(upload.deadlineMs ?? DEADLINE_MS);
  const signal = upload.signal === undefined ? deadline : AbortSignal.any([upload.signal, deadline]);
  setStoreAddress(upload.apiUrl);
  setLibraryFetch(upload.fetch);
  const library = await import('@vercel/blob');
  const { put } = await import('@vercel/blob/client');

  let limited: AppFailure | undefined;
  for (let attempt = 0; attempt <= RATE_LIMIT_RETRIES; attempt += 1) {
    try {
      // The library ignores the signal while it waits between retries; this ends such a wait too.
      const result = await untilAborted(
        put(upload.pathname, new Blob([upload.body.slice()]), {
          access: 'public',
          token: upload.token,
          contentType: 'application/octet-stream',
          multipart: false,
          abortSignal: signal,
        }),
        signal,
      );
      return storedSchema.parse(result).url;
    } catch (cause) {
      if (upload.signal?.aborted === true) throw failure('blob_aborted', { cause });
      if (deadline.aborted) throw limited ?? failure('blob_unavailable', { cause });
      if (!(cause instanceof library.BlobServiceRateLimited)) throw blobFailure(cause, library);
      const seconds = cause.retryAfter > 0 ? cause.retryAfter : DEFAULT_WAIT_SECONDS;
      limited = failure('blob_rate_limited', { retryAfter: seconds, cause });
      if (attempt === RATE_LIMIT_RETRIES) throw limited;
      await waitOrFail(seconds, limited, upload, signal);
    }
  }
  throw limited ?? failure('blob_unknown');
}

async function waitOrFail(
  seconds: number,
  limited: AppFailure,
  { clock, signal: given }: BlobUpload,
  signal: AbortSignal,
): Promise<void> {
  try {
    await clock.sleep(seconds * 1000, signal);
  } catch (cause) {
    throw given?.aborted === true ? failure('blob_aborted', { cause }) : limited;
  }
}

/** Maps the library's error to one of ours. */
function blobFailure(cause: unknown, library: typeof Library): AppFailure {
  if (cause instanceof library.BlobAccessError) return failure('blob_access_denied', { cause });
  if (cause instanceof library.BlobClientTokenExpiredError) return failure('blob_access_denied', { cause });
  if (cause instanceof library.BlobStoreNotFoundError) return failure('blob_store_missing', { cause });
  if (cause instanceof library.BlobStoreSuspendedError) return failure('blob_store_suspended', { cause });
  if (cause instanceof library.BlobNotFoundError) return failure('blob_not_found', { cause });
  if (cause instanceof library.BlobServiceNotAvailable) return failure('blob_unavailable', { cause });
  if (cause instanceof library.BlobRequestAbortedError) return failure('blob_aborted', { cause });
  if (cause instanceof library.BlobUnknownError) return failure('blob_unknown', { cause });
  // Every other error of the library means a request that the store does not accept.
  if (cause instanceof library.BlobError) return failure('blob_bad_request', { cause });
  if (cause instanceof TypeError) return failure('blob_unavailable', { cause });
  return failure('blob_unknown', { cause });
}

/**
 * Tells the library where the store is. The library reads `process.env.VERCEL_BLOB_API_URL` on each call; a browser
 * build maps that expression to a global.
 */
function setStoreAddress(apiUrl: string | null): void {
  Reflect.set(globalThis, BROWSER_ADDRESS, apiUrl ?? undefined);
  const process: unknown = Reflect.get(globalThis, 'process');
  if (typeof process !== 'object' || process === null) return;
  const env: unknown = Reflect.get(process, 'env');
  if (typeof env !== 'object' || env === null) return;
  if (apiUrl === null) Reflect.deleteProperty(env, 'VERCEL_BLOB_API_URL');
  else Reflect.set(env, 'VERCEL_BLOB_API_URL', apiUrl);
}
