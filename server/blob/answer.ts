import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { Log, Metrics } from '../operator/contract.ts';
import type { ClientAddress, Limits } from '../web/contract.ts';
import type { EmbeddedBlobDeps, StoredBlob } from './contract.ts';
import { PUBLIC_PATH } from './embedded-store.ts';

export interface BlobRouteDeps extends EmbeddedBlobDeps {
  limits: Limits;
  log: Log;
  metrics: Metrics;
  clientAddress: ClientAddress;
  origins: () => readonly string[];
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** A strong ETag (RFC 9110 8.8.3): half of the content's SHA-256. */
export function etagOf(content: Uint8Array): string {
  return `"${createHash('sha256').update(content).digest('hex').slice(0, 32)}"`;
}

/** The service's answer for a stored object. */
export function answerOf(
  context: Context,
  origins: readonly string[],
  { pathname, contentType, etag }: { pathname: string } & Pick<StoredBlob, 'contentType' | 'etag'>,
): Response {
  const url = publicOrigin(context, origins) + PUBLIC_PATH + pathname;
  return context.json({
    url,
    downloadUrl: `${url}?download=1`,
    pathname,
    contentType,
    contentDisposition: disposition(pathname),
    etag,
  });
}

export function disposition(pathname: string): string {
  return `attachment; filename="${pathname.split('/').at(-1) ?? ''}"`;
}

/** The origin that the caller used if it is one of ours, but never one invented in a Host header. */
function publicOrigin(context: Context, origins: readonly string[]): string {
  const { origin } = new URL(context.req.url);
  return origins.includes(origin) ? origin : (origins[0] ?? origin);
}
