/**
 * `npm test`: types, lint, Rust, unit, integration and end-to-end tests. With `--long`, as in CI, it also runs in full
 * those long runs whose result may differ from the recorded one.
 */
import { parseArgs } from 'node:util';
import { chromiumPath } from './chromium.ts';
import { nginxPath } from './nginx.ts';
import { rust, rustLint } from './testing/cargo.ts';
import { FULL, REBUILD, judge, readRecords } from './testing/long-runs.ts';
import { addRow, conclude, inLanes, inOrder } from './testing/parts.ts';
import type { LongRun } from './testing/long-runs.ts';
import type { Part } from './testing/parts.ts';
import { playwright } from './testing/playwright.ts';
import { check } from './testing/programs.ts';
import { vitest } from './testing/vitest.ts';

/** Shares of each project, so that all lanes end at about the same time. */
const SHARES = { integration: 4, postgres: 3 };

const { values } = parseArgs({ options: { long: { type: 'boolean', default: false } } });
const records = readRecords();
const judged = values.long ? [REBUILD, ...FULL].map((run) => judge(run, records)) : [];
const isDue = (run: LongRun): boolean => judged.some((one) => one.run === run && one.due);

function shares(project: keyof typeof SHARES): Part[] {
  const count = SHARES[project];
  return Array.from({ length: count }, (_, index) => {
    const shard = `${index + 1}/${count}`;
    return { name: `${project} ${shard}`, body: (show) => vitest(show, project, { shard }) };
  });
}

const installed = Number(process.env['WAYSTAMP_INSTALL_SECONDS'] ?? 0);
if (installed > 0) addRow('npm ci', installed);

await inOrder([
  {
    name: 'programs',
    body: (show) => {
      show(`Browser: ${chromiumPath()}`);
      show(`nginx: ${nginxPath()}`);
      return { passed: 0, failed: 0 };
    },
  },
  ...(isDue(REBUILD) ? [REBUILD] : []),
  { name: 'build', body: (show) => check(show, 'vite', ['build', '--logLevel=warn']) },
]);
// The longest first.
await inLanes([
  ...FULL.filter(isDue),
  { name: 'end to end', body: playwright },
  ...shares('integration'),
  ...shares('postgres'),
  { name: 'rust', body: rust },
  { name: 'unit', body: (show) => vitest(show, 'unit') },
  { name: 'rust lint', body: rustLint },
  { name: 'types', body: (show) => check(show, 'tsc', ['-b']) },
  { name: 'format', body: (show) => check(show, 'prettier', ['--check', '--log-level=warn', '.']) },
  { name: 'lint', body: (show) => check(show, 'oxlint', ['--deny-warnings']) },
]);
conclude(judged.length > 0 ? ['Long runs:', ...judged.map(({ run, why }) => `${run.name}: ${why}`)] : []);
