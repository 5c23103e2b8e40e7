/** `npm run bench -- [suite …] [--json]`: the benchmarks of the worker core (DESIGN 11). */
import { parseArgs } from 'node:util';
import type { Measurement } from '../worker/bench/measurement.ts';
import { scanBenchmark } from '../tests/bench/scan.ts';

function digits(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 2 });
}

const SUITES: Record<string, () => Promise<Measurement[]>> = { scan: scanBenchmark };

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
for (const name of names) measurements.push(...((await SUITES[name]?.()) ?? []));
if (values.json) console.log(JSON.stringify(measurements, null, 2));
else {
  for (const { suite, name, unit, median, min, max, runs } of measurements) {
    console.log(`${suite}: ${name}: ${digits(median)} ${unit} (${digits(min)}–${digits(max)}, ${runs} runs)`);
  }
}
