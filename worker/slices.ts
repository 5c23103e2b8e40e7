import type { Clock } from './clock.ts';

/** How long work runs before other work gets a turn, in milliseconds. A cancel waits at most for this and one step. */
const SLICE_MS = 12;

/**
 * Makes a function to await between steps of work. Once a slice of time has passed, it lets messages from the page
 * through, above all a cancel. It rejects with the signal's reason after an abort. Work that runs side by side shares
 * one.
 */
export function createSlices(clock: Pick<Clock, 'now'>): (signal: AbortSignal) => Promise<void> {
  let begun = clock.now();
  return async (signal) => {
    signal.throwIfAborted();
    if (clock.now() - begun < SLICE_MS) return;
    await turn();
    signal.throwIfAborted();
    begun = clock.now();
  };
}

/** Waits for one turn of the event loop; a timer would take at least 4 ms. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
