/**
 * What the browser loads for the page by itself (its HTML, scripts, styles and fonts; Google's script after a press),
 * told to the ledger as it comes. The page sends nothing by `fetch`: all else goes through the worker.
 */
import type { LoadedResource } from '../worker/contract.ts';

export interface ResourceWatch {
  /** Reports at once what the browser has not told yet. */
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

  // An observer is told of the page's own HTML more than once, at first before its size is known.
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
