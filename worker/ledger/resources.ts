import type { LedgerEntry, LedgerSum, LoadedResource } from '../contract.ts';
import { destinationOf } from './destination.ts';

/** What Resource Timing adds to a body for the header of the answer (Resource Timing 2, transferSize). Bytes. */
const HEAD_BYTES = 300;

/** Requests made by a script; the worker's own go through the recording `fetch`. */
const SCRIPTED = new Set(['fetch', 'xmlhttprequest', 'beacon']);

/** Google's sign-in, which the page loads on demand. */
const GOOGLE = /^https:\/\/([a-z0-9-]+\.)*(google|gstatic|googleapis)\.com$/;

/** Whether this is one of the product's own files; the build puts everything that scripts load into one folder. */
export function isBuilt(address: string, origin: string): boolean {
  const url = new URL(address, origin);
  return url.origin === origin && url.pathname.startsWith('/assets/');
}

export type Loader = 'page' | 'worker' | 'service worker';
export type LoadedEntry = Omit<LedgerEntry, 'id'>;

/**
 * What the browser loaded by itself: one sum for the product's own files, and one entry for everything else. Anything
 * from a cache was not a request. Files count as they came over the network, compressed or not.
 *
 * @param origin our server's origin
 * @param by who loaded it: requests of the worker's scripts are in the ledger already, and the service worker loads
 *   only the product's files
 */
export function loadedBy(
  by: Loader,
  resources: readonly LoadedResource[],
  origin: string,
): { files: LedgerSum | null; entries: LoadedEntry[] } {
  const files: LedgerSum = { origin, purpose: 'app files', requests: 0, sent: 0, received: 0, unmeasured: 0 };
  const entries: LoadedEntry[] = [];
  for (const { name, initiatorType, transferSize, at } of resources) {
    if (!/^https?:/.test(name)) continue;
    const { origin: asked, call } = destinationOf(name, origin);
    const scripted = SCRIPTED.has(initiatorType);
    if (asked === origin && (!scripted || by === 'service worker' || isBuilt(name, origin))) {
      if (transferSize === 0) continue;
      files.requests += 1;
      files.received += Math.max(0, transferSize - HEAD_BYTES);
    } else if (by !== 'worker' || !scripted) {
      entries.push({
        at,
        purpose: GOOGLE.test(asked) ? 'sign-in' : 'other',
        method: scripted ? '' : 'GET',
        origin: asked,
        call,
        sent: scripted ? null : 0,
        // An answer from another origin shows its size only if that origin allows it.
        received: transferSize > HEAD_BYTES ? transferSize - HEAD_BYTES : null,
        state: 'answered',
      });
    }
  }
  return { files: files.requests === 0 ? null : files, entries };
}
