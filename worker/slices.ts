import type { Clock } from './clock.ts';

/** How long work may go on before others have their turn, in milliseconds; a cancel waits at most for this and one step. */
const SLICE_MS = 12;

/**
 * Makes a function to be awaited between steps of work: it lets messages of the page (a cancel above all) through
 * when a slice of work has passed, and rejects with the signal's reason when that is aborted. Works that go on
 * beside one another share it.
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

/** Waits for one turn of the event loop; a timer would be held back by 4 ms. */
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
