/**
 * The entry of the browser's worker: the core with the worker's own globals, exposed to the page.
 * Firebase, the blob client and the private comparison load when they are first needed.
 */
import * as Comlink from 'comlink';
import { createCore } from './core.ts';

Comlink.expose(
  createCore({
    origin: self.location.origin,
    // Called bare: `fetch` refuses any other receiver.
    fetch: (input, init) => fetch(input, init),
    loadPsi: async () => (await import('../psi-wasm/index.ts')).initPsi(),
  }),
);
