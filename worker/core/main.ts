/**
 * The entry of the browser's worker: the core with the worker's own globals, exposed to the page.
 * Firebase, the blob client and the private comparison load when they are first needed.
 */
import * as Comlink from 'comlink';
import { createCore } from './core.ts';
import { takeLoadedFiles } from '../ledger/loaded-files.ts';
import { TABS_CHANNEL } from './tabs.ts';

const send = globalThis.fetch;
const core = createCore({
  origin: self.location.origin,
  // Not called as a method: `fetch` refuses any other receiver.
  fetch: (input, init) => send(input, init),
  loadPsi: async () => (await import('../../psi-wasm/index.ts')).initPsi(),
  channel: new BroadcastChannel(TABS_CHANNEL),
});
// Libraries loaded later can send requests only with this.
globalThis.fetch = core.fetch;

new PerformanceObserver((list) => {
  const entries = list.getEntries().filter((entry) => entry instanceof PerformanceResourceTiming);
  core.countLoadedByWorker(
    entries.map(({ name, initiatorType, transferSize, startTime }) => {
      return { name, initiatorType, transferSize, at: performance.timeOrigin + startTime };
    }),
  );
}).observe({ type: 'resource', buffered: true });

takeLoadedFiles((note) => core.countLoadedByServiceWorker(note));

Comlink.expose(core);
