/** `npm run bench -- [suite …] [--json]`: the benchmarks of the worker core (DESIGN 11). */
import { parseArgs } from 'node:util';
import { dkimBenchmarks } from '../tests/bench/dkim.ts';
import { inBothPlaces } from '../tests/bench/places.ts';
import { psiBenchmarks } from '../tests/bench/psi.ts';
import { scanBenchmark } from '../tests/bench/scan.ts';
import { serverBenchmark } from '../tests/bench/server.ts';
import { measurementsSchema, type Measurement } from '../worker/bench/measurement.ts';
import type { BenchSuite } from '../worker/contract.ts';

function digits(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 3 : 1 });
}

/** A suite that needs nothing but the product. */
function alone(suite: BenchSuite): () => Promise<Measurement[]> {
  return () => inBothPlaces(suite, 'product', (place) => place({ suite }));
}

const SUITES: Record<string, () => Promise<Measurement[]>> = {
  psi: psiBenchmarks,
  slots: alone('slots'),
  mime: alone('mime'),
  dkim: dkimBenchmarks,
  attest: alone('attest'),
  scan: scanBenchmark,
  server: serverBenchmark,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false } },
});
const names = positionals.length > 0 ? positionals : Object.keys(SUITES);
const unknown = names.filter((name) => !(name in SUITES));
if (unknown.length > 0) {
  console.error(`No such suite: ${unknown.join(', ')}. There are: ${Object.keys(SUITES).join(', ')}.`);
  process.exit(2);
}

const measurements: Measurement[] = [];
for (const name of names) {
  // They come out of threads and pages.
  measurements.push(...measurementsSchema.parse((await SUITES[name]?.()) ?? []));
}
if (values.json) console.log(JSON.stringify(measurements, null, 2));
else {
  for (const { suite, name, unit, median, min, max, runs } of measurements) {
    const spread = min === max ? '' : ` (${digits(min)}–${digits(max)}, ${runs} runs)`;
    console.log(`${suite}: ${name}: ${digits(median)} ${unit}${spread}`);
  }
}
