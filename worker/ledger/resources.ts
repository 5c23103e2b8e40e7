import type { LedgerEntry, LedgerSum, LoadedResource } from '../contract.ts';
import { destinationOf } from './destination.ts';

/** What Resource Timing adds to the bytes of a body for the head of an answer (Resource Timing 2, transferSize). */
const HEAD_BYTES = 300;

/** Requests that a script makes; the worker's own pass the recording `fetch`. */
const SCRIPTED = new Set(['fetch', 'xmlhttprequest', 'beacon']);

/** Google's sign-in, which the page loads after a press. */
const GOOGLE = /^https:\/\/([a-z0-9-]+\.)*(google|gstatic|googleapis)\.com$/;

/** Whether this is one of the files that the product is made of: the build puts what scripts load there. */
export function isBuilt(address: string, origin: string): boolean {
  const url = new URL(address, origin);
  return url.origin === origin && url.pathname.startsWith('/assets/');
}

export type Loader = 'page' | 'worker' | 'service worker';
export type LoadedEntry = Omit<LedgerEntry, 'id'>;

/**
 * What the browser loaded by itself, as a sum of the product's own files, and one entry for each thing else.
 * What came from a cache was no request. Files count as they came over the network, compressed or not.
 *
 * @param origin our server's
 * @param by who loaded it: what the worker's scripts ask for is in the ledger already, and the service worker loads
 *   the product's files only
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
        // Another origin's answer has a size only where that origin allows it to be told.
        received: transferSize > HEAD_BYTES ? transferSize - HEAD_BYTES : null,
        state: 'answered',
      });
    }
  }
  return { files: files.requests === 0 ? null : files, entries };
}
