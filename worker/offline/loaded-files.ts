/**
 * What the service worker loads is in nobody's Resource Timing but its own, and it may run when no page is open. It
 * leaves notes of it on the device, and the next worker core takes them into its ledger.
 */
import type { LoadedResource } from '../contract.ts';

/** Of the cache that holds the notes, and of the channel on which a new one is told. */
const NAME = 'waystamp-loaded-files';

/** In the service worker: notes everything that it loads from now on. */
export function noteLoadedFiles(): void {
  const channel = new BroadcastChannel(NAME);
  const note = async (resources: LoadedResource[]): Promise<void> => {
    const notes = await caches.open(NAME);
    await notes.put(`/${crypto.randomUUID()}`, Response.json(resources));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: it is its origin's
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
 * In a worker core: hands on each note once, whichever tab takes it, now and as they come.
 *
 * @param count takes what stood in a note, as it was read
 */
export function takeLoadedFiles(count: (note: unknown) => void): void {
  const take = async (): Promise<void> => {
    // Looking must not make the cache.
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
