import type { Purpose } from '../contract.ts';
import type { PrivacyLedger } from './ledger.ts';
import { isBuilt } from './resources.ts';

/** Firebase's hosts. The embedded service has them as the first part of its paths, as the emulator does. */
const IDENTITY = /^https?:\/\/([^/]+\/)?(identitytoolkit|securetoken)\.googleapis\.com\//;

function purposeOf(url: string): Purpose {
  return IDENTITY.test(url) ? 'identity' : 'other';
}

/**
 * The `fetch` for libraries that make requests of their own (the Firebase SDK, the WebAssembly loader). It follows no
 * redirect and uses no browser cache, since the ledger could then not tell where a request went or whether it was sent.
 * Files of the product are not entered here: Resource Timing counts them with the others of their kind.
 */
export function outsideFetch(send: typeof fetch, origin: string, ledger: PrivacyLedger): typeof fetch {
  return (input, init) => {
    const url = input instanceof Request ? input.url : new URL(input, origin).href;
    if (isBuilt(url, origin)) return send(input, init);
    return ledger.recording(send, purposeOf(url))(input, { ...init, redirect: 'error', cache: 'no-store' });
  };
}
