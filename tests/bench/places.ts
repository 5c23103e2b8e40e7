/** Where the suites are measured: worker threads of Node, and the product's worker in Chromium, on built code. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Measurement } from '../../worker/measurement.ts';
import type { BenchSuite } from '../../worker/contract.ts';
import { withBuiltPage } from '../support/browser/built-page.ts';
import type { Extras } from './places/extras.ts';

/** What a thread can measure. */
export type Order = { suite: BenchSuite } | { extra: keyof Extras };

/** Measures in a thread that has done nothing else. */
export type Place = (order: Order) => Promise<Measurement[]>;

async function inNodeThread(order: Order): Promise<Measurement[]> {
  const thread = new Worker(new URL('places/node-thread.ts', import.meta.url), { workerData: order });
  const [answer] = (await once(thread, 'message')) as [Measurement[]];
  await thread.terminate();
  return answer;
}

/**
 * The pages of `places`: one with the product's worker alone, and one with the peers' as well, which must be installed.
 */
type PageName = 'product' | 'peers';

/** Runs each order in a new worker of one page in a fresh Chromium. */
function inChromium(
  name: PageName,
  measure: (place: Place) => Promise<Measurement[]>,
): Promise<Measurement[]> {
  return withBuiltPage(new URL(`places/${name}/`, import.meta.url), (page) =>
    measure((order) =>
      page.evaluate((sent) => {
        const { inFreshWorker } = globalThis as unknown as { inFreshWorker: Place };
        return inFreshWorker(sent);
      }, order),
    ),
  );
}

/** The same figures, labelled with the place. */
export function at(place: string, measurements: Measurement[]): Measurement[] {
  return measurements.map((each) => ({ ...each, name: `${place}: ${each.name}` }));
}

/**
 * Measures in both places.
 *
 * @param title what is measured, printed while it runs
 */
export async function inBothPlaces(
  title: string,
  page: PageName,
  measure: (place: Place) => Promise<Measurement[]>,
): Promise<Measurement[]> {
  console.error(`Measuring ${title} in Node …`);
  const node = at('Node', await measure(inNodeThread));
  console.error(`Measuring ${title} in Chromium …`);
  const browser = at('Chromium', await inChromium(page, measure));
  return [...browser, ...node];
}
