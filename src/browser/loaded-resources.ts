/**
 * Reports to the ledger what the browser loads for the page by itself (HTML, scripts, styles and fonts; Google's script
 * after a press). The page itself never uses `fetch`; everything else goes through the worker.
 */
import type { LoadedResource } from '../../worker/contract.ts';

export interface ResourceWatch {
  /** Reports pending entries at once. */
  report(): Promise<void>;
}

export function watchLoadedResources(tell: (resources: LoadedResource[]) => Promise<unknown>): ResourceWatch {
  const telling = async (entries: readonly PerformanceEntry[]): Promise<void> => {
    const resources = entries.filter((entry) => entry instanceof PerformanceResourceTiming);
    if (resources.length === 0) return;
    await tell(
      resources.map(({ name, initiatorType, transferSize, startTime }) => {
        return { name, initiatorType, transferSize, at: performance.timeOrigin + startTime };
      }),
    );
  };

  // An observer gets the page's HTML more than once, at first without its size.
  let document = performance.getEntriesByType('navigation');
  const takeDocument = (): PerformanceEntry[] => {
    const taken = document;
    document = [];
    return taken;
  };
  window.addEventListener('load', () => void telling(takeDocument()), { once: true });

  const observer = new PerformanceObserver((list) => void telling(list.getEntries()));
  observer.observe({ type: 'resource', buffered: true });
  return { report: () => telling([...takeDocument(), ...observer.takeRecords()]) };
}
