/** Runs the end-to-end tests, and reads Playwright's report. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter';
import { run } from './programs.ts';
import type { Show } from './programs.ts';
import { failure, honest } from './tally.ts';
import type { Tally } from './tally.ts';

/** All tests of a file or group in the report, nested groups included. */
function specsOf({ specs, suites = [] }: JSONReportSuite): JSONReportSpec[] {
  return [...specs, ...suites.flatMap(specsOf)];
}

function failuresOf({ file, title, tests }: JSONReportSpec): string[] {
  return tests
    .filter(({ status }) => status === 'unexpected' || status === 'flaky')
    .map(({ results }) => {
      const reasons = results.flatMap(({ errors }) => errors.map(({ message }) => message));
      return failure(`${file} › ${title}`, reasons.join('\n'));
    });
}

function skippedOf({ file, title, tests }: JSONReportSpec): string[] {
  return tests.filter(({ status }) => status === 'skipped').map(() => `DID NOT RUN: ${file} › ${title}`);
}

export async function playwright(show: Show): Promise<Tally> {
  const folder = await mkdtemp(join(tmpdir(), 'waystamp-test-'));
  try {
    const report = join(folder, 'report.json');
    const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report };
    const ran = await run(show, 'playwright', ['test', '--reporter=list,json'], env);
    const { stats, suites } = JSON.parse(await readFile(report, 'utf8')) as JSONReport;
    const specs = suites.flatMap(specsOf);
    const tally: Tally = {
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      failures: specs.flatMap(failuresOf),
      warnings: specs.flatMap(skippedOf),
      tests: specs.map(({ file, title, tests }) => ({
        name: `${file} › ${title}`,
        seconds:
          tests.flatMap(({ results }) => results).reduce((all, { duration }) => all + duration, 0) / 1000,
      })),
    };
    return honest(tally, ran);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
