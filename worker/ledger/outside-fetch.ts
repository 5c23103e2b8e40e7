import type { Purpose } from '../contract.ts';
import type { PrivacyLedger } from './ledger.ts';
import { isBuilt } from './resources.ts';

/** Firebase's own hosts; the embedded service has them as the first part of its paths, as the emulator does. */
const IDENTITY = /^https?:\/\/([^/]+\/)?(identitytoolkit|securetoken)\.googleapis\.com\//;

function purposeOf(url: string): Purpose {
  return IDENTITY.test(url) ? 'identity' : 'other';
}

/**
 * The `fetch` for libraries that send on their own (the Firebase SDK, what loads the WebAssembly). No redirect is
 * followed and no browser cache asked: the ledger could not tell where a request went to, or whether it did. Files of the product are counted with the others of
 * their kind, by what the browser says that it loaded.
 */
export function outsideFetch(send: typeof fetch, origin: string, ledger: PrivacyLedger): typeof fetch {
  return (input, init) => {
    const url = input instanceof Request ? input.url : new URL(input, origin).href;
    if (isBuilt(url, origin)) return send(input, init);
    return ledger.recording(send, purposeOf(url))(input, { ...init, redirect: 'error', cache: 'no-store' });
  };
}
