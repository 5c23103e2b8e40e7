/** `npm run bench -- [suite …] [--json]`: the benchmarks. */
import { parseArgs } from 'node:util';
import { measuredApart } from '../tests/bench/apart.ts';
import { SUITES } from '../tests/bench/suites.ts';
import type { Measurement } from '../worker/measurement.ts';

function digits(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 3 : 1 });
}

const { values, tokens } = parseArgs({
  allowPositionals: true,
  strict: false,
  tokens: true,
  options: { json: { type: 'boolean', default: false } },
});
const options = tokens.filter((token) => token.kind === 'option' && token.name !== 'json');
const positionals = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
const names = positionals.length > 0 ? positionals : Object.keys(SUITES);
const unknown = names.filter((name) => !(name in SUITES));
if (unknown.length > 0 || options.length > 0) {
  const what = [...unknown, ...options.map((token) => ('rawName' in token ? token.rawName : ''))].join(', ');
  console.error(
    `No such suite or option: ${what}. There are the suites ${Object.keys(SUITES).join(', ')}, and --json.`,
  );
  process.exit(2);
}

const measurements: Measurement[] = [];
for (const name of names) measurements.push(...(await measuredApart(name)));
if (values.json) console.log(JSON.stringify(measurements, null, 2));
else {
  for (const { suite, name, unit, median, min, max, runs } of measurements) {
    const spread = min === max ? '' : ` (${digits(min)}–${digits(max)}, ${runs} runs)`;
    console.log(`${suite}: ${name}: ${digits(median)} ${unit}${spread}`);
  }
}
