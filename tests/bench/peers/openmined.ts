/**
 * `@openmined/psi.js`, with which the PSI's speed is compared: elliptic-curve PSI of sets, both parties in the calling
 * thread, with new keys for every comparison, like ours. Messages are passed as objects; serialising them is not
 * counted.
 */
import type { Library } from '@openmined/psi.js/psi_wasm_worker.js';
import { measurement, type Measurement } from '../../../worker/measurement.ts';
import type { Stopwatch } from '../../../worker/bench/stopwatch.ts';

/** The number of items on each side, and of comparisons. */
const LOADS = [
  { items: 17, runs: 20, warmUps: 3 },
  { items: 100, runs: 10, warmUps: 3 },
  { items: 4096, runs: 2, warmUps: 0 },
] as const;

/** The build for a browser's worker. */
export async function loadInBrowser(): Promise<Library> {
  const { default: load } = await import('@openmined/psi.js/psi_wasm_worker.js');
  return load();
}

/** The build for Node. */
export async function loadInNode(): Promise<Library> {
  const { default: load } = await import('@openmined/psi.js/psi_wasm_node.js');
  return load();
}

/** The name of a comparison's figure. */
export function peerComparison(items: number): string {
  return `psi.js, ${items}×${items} items`;
}

interface Comparison {
  milliseconds: number;
  /** Bytes of set-up, request and response together. */
  bytes: number;
}

/**
 * One comparison of sets that share half of their items. Its answer is exact, like ours: no filter, no false positive.
 */
function compare(library: Library, items: number, clock: Stopwatch): Comparison {
  const mine = Array.from({ length: items }, (_, index) => `item ${index}`);
  const theirs = Array.from({ length: items }, (_, index) => `item ${index + (items >> 1)}`);
  const start = clock.now();
  const server = library.server.createWithNewKey(true);
  const client = library.client.createWithNewKey(true);
  const setup = server.createSetupMessage(0, items, theirs, library.dataStructure.Raw);
  const request = client.createRequest(mine);
  const response = server.processRequest(request);
  const shared = client.getIntersection(setup, response);
  const milliseconds = clock.now() - start;
  client.delete();
  server.delete();
  if (shared.length !== items - (items >> 1)) throw new Error(`psi.js found ${shared.length} shared items.`);
  const messages = [setup, request, response];
  return { milliseconds, bytes: messages.reduce((sum, each) => sum + each.serializeBinary().length, 0) };
}

/** The peer's comparisons, warm, and the bytes that they send. */
export async function openminedBenchmark(
  load: () => Promise<Library>,
  clock: Stopwatch,
): Promise<Measurement[]> {
  const library = await load();
  return LOADS.flatMap(({ items, runs, warmUps }) => {
    for (let run = 0; run < warmUps; run += 1) compare(library, items, clock);
    const comparisons = Array.from({ length: runs }, () => compare(library, items, clock));
    const name = peerComparison(items);
    return [
      measurement(
        'psi',
        name,
        'ms',
        comparisons.map(({ milliseconds }) => milliseconds),
      ),
      measurement(
        'psi',
        `${name}, all messages`,
        'bytes',
        comparisons.map(({ bytes }) => bytes),
      ),
    ];
  });
}
