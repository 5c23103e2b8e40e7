/**
 * Only the service worker's own Resource Timing lists what it loads, and it may run while no page is open. So it leaves
 * notes on the device, which the next worker core adds to its ledger.
 */
import type { LoadedResource } from '../contract.ts';

/** Name of the cache that holds the notes, and of the channel that announces a new one. */
const NAME = 'waystamp-loaded-files';

/** For the service worker: notes everything that it loads from now on. */
export function noteLoadedFiles(): void {
  const channel = new BroadcastChannel(NAME);
  const note = async (resources: LoadedResource[]): Promise<void> => {
    const notes = await caches.open(NAME);
    await notes.put(`/${crypto.randomUUID()}`, Response.json(resources));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
    channel.postMessage(null);
  };
  new PerformanceObserver((list) => {
    const entries = list.getEntries().filter((entry) => entry instanceof PerformanceResourceTiming);
    void note(
      entries.map(({ name, initiatorType, transferSize, startTime }) => {
        return { name, initiatorType, transferSize, at: performance.timeOrigin + startTime };
      }),
    );
  }).observe({ type: 'resource', buffered: true });
}

/**
 * For a worker core: passes on each note once across all tabs, those already there and those to come.
 *
 * @param count receives the content of a note, unchecked
 */
export function takeLoadedFiles(count: (note: unknown) => void): void {
  const take = async (): Promise<void> => {
    // Looking must not create the cache.
    if (!(await caches.has(NAME))) return;
    const notes = await caches.open(NAME);
    for (const key of await notes.keys()) {
      const note: unknown = await (await notes.match(key))?.json();
      if (await notes.delete(key)) count(note);
    }
  };
  new BroadcastChannel(NAME).addEventListener('message', () => void take());
  void take();
}
