/**
 * `npm run test:soak [-- NAME …]`: every long run in full, or those named. Runs that pass, and whose result depends
 * only on their sources, are recorded in `tests/long-runs.json`.
 */
import { FULL, REBUILD, TIMED, digestsOf, record } from './testing/long-runs.ts';
import type { LongRun } from './testing/long-runs.ts';
import { conclude, inLanes, inOrder } from './testing/parts.ts';
import type { Part } from './testing/parts.ts';
import { differences } from './testing/sources.ts';
import type { Digests } from './testing/sources.ts';

const named = process.argv.slice(2);
const all = [REBUILD, ...FULL, ...TIMED].map(({ name }) => name);
const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');
const unknown = named.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`There is no long run ${quoted(unknown)}. There are: ${quoted(all)}.`);
  process.exit(2);
}
const isWanted = ({ name }: { name: string }): boolean => named.length === 0 || named.includes(name);

const passed = new Map<LongRun, Digests>();

/** The run as a part that is recorded when it passes. */
function recorded(run: LongRun): Part {
  return {
    name: run.name,
    body: async (show) => {
      const digests = digestsOf(run);
      const tally = await run.body(show);
      // A module rebuilt with other tools replaces the committed one, so its bytes were not compared.
      const isSame = differences(digests, digestsOf(run)).length === 0;
      if (tally.failed === 0 && tally.passed > 0 && isSame) passed.set(run, digests);
      return tally;
    },
  };
}

if (isWanted(REBUILD)) await inOrder([recorded(REBUILD)]);
await inLanes([...TIMED.filter(isWanted), ...FULL.filter(isWanted).map(recorded)]);
record(passed);
conclude([
  `Recorded in tests/long-runs.json: ${[...passed.keys()].map(({ name }) => name).join(', ') || 'nothing'}.`,
]);
