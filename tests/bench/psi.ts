/**
 * The PSI in Node's threads and in the product's worker in Chromium, beside `@openmined/psi.js` in the same process,
 * with the ratio of the peer's time to ours. The suite itself is `worker/bench/psi.ts`.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { measurement, type Measurement } from '../../worker/measurement.ts';
import { allRounds } from '../../worker/bench/psi.ts';
import { installPeers } from './peers/install.ts';
import { peerComparison } from './peers/openmined.ts';
import { at, inBothPlaces, type Place } from './places.ts';

/** Threads whose first use of the PSI is timed. */
const FRESH_THREADS = 20;

/** The ratio of the peer's time to ours. Its extremes are the peer's best by our worst, and the other way round. */
function ratio(measurements: Measurement[], theirs: string, mine: string): Measurement {
  const named = (name: string): Measurement => {
    const found = measurements.find((each) => each.name === name && each.unit === 'ms');
    if (found === undefined) throw new Error(`The suite has no figure for ${name}.`);
    return found;
  };
  const [peer, ours] = [named(theirs), named(mine)];
  return {
    suite: 'psi',
    name: `${peer.name} ÷ ${ours.name}`,
    unit: '×',
    median: peer.median / ours.median,
    min: peer.min / ours.max,
    max: peer.max / ours.min,
    runs: Math.min(peer.runs, ours.runs),
  };
}

/** One figure per name, merged from the same figure of several threads. */
function merged(threads: Measurement[][]): Measurement[] {
  const [first = []] = threads;
  return first.map(({ suite, name, unit }, index) => {
    const values = threads.flatMap((figures) => figures[index]?.median ?? []);
    return measurement(suite, name, unit, values);
  });
}

async function measured(place: Place): Promise<Measurement[]> {
  const uses: Measurement[][] = [];
  for (let thread = 0; thread < FRESH_THREADS; thread += 1)
    uses.push(await place({ suite: 'psi first use' }));
  const ours = await place({ suite: 'psi' });
  const peer = await place({ extra: 'psiPeer' });
  const scalar = at('without SIMD', await place({ extra: 'scalarPsi' }));
  const both = [...ours, ...peer];
  const ratios = [
    ratio(both, peerComparison(17), allRounds(100)),
    ratio(both, peerComparison(100), allRounds(100)),
    ratio(both, peerComparison(4096), allRounds(4096)),
  ];
  return [...merged(uses), ...both, ...ratios, ...scalar];
}

function moduleSizes(): Measurement[] {
  const files = {
    'module with SIMD': '../../psi-wasm/pkg/simd.wasm',
    'module without SIMD': '../../psi-wasm/pkg/scalar.wasm',
    'psi.js, its build for workers': './peers/node_modules/@openmined/psi.js/psi_wasm_worker.js',
  };
  return Object.entries(files).flatMap(([name, path]) => {
    const bytes = readFileSync(new URL(path, import.meta.url));
    return [
      measurement('psi', `${name}, raw`, 'bytes', [bytes.length]),
      measurement('psi', `${name}, gzip`, 'bytes', [gzipSync(bytes, { level: 9 }).length]),
    ];
  });
}

/** Runs everything, after installing the peer if it is missing. */
export async function psiBenchmarks(): Promise<Measurement[]> {
  installPeers();
  return [...(await inBothPlaces('psi', 'peers', measured)), ...moduleSizes()];
}
