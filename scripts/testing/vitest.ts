/** Runs vitest and reads its report. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { run } from './programs.ts';
import type { Env, Show } from './programs.ts';
import { failure, honest } from './tally.ts';
import type { Tally, TimedTest } from './tally.ts';

/** The parts of vitest's `json` report that are read. */
interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: FileReport[];
}

interface FileReport {
  name: string;
  status: string;
  message: string;
  /** Milliseconds since the epoch. */
  startTime: number;
  endTime: number;
  assertionResults: TestReport[];
}

interface TestReport {
  fullName: string;
  status: string;
  /** Milliseconds; null for a test that did not run. */
  duration?: number | null;
  failureMessages: string[];
}

/** The failed tests of a file, or the file itself if it failed outside a test. */
function failuresOf({ name, status, message, assertionResults }: FileReport): string[] {
  if (status !== 'failed') return [];
  const file = relative('.', name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0) return [failure(file, message)];
  return failed.map((test) => failure(`${file} › ${test.fullName}`, test.failureMessages.join('\n')));
}

/** Part of the name of a test that stands for others which cannot run here. */
const UNCHECKED = /NOT CHECKED/;

/** The names of tests that did not run, and of those that stand for others. */
function skippedOf({ name, assertionResults }: FileReport): string[] {
  return assertionResults
    .filter(
      ({ status, fullName }) => (status !== 'passed' && status !== 'failed') || UNCHECKED.test(fullName),
    )
    .map(({ fullName }) => `DID NOT RUN: ${relative('.', name)} › ${fullName}`);
}

/** The time of each test, and of the file's hooks. */
function timesOf({ name, startTime, endTime, assertionResults }: FileReport): TimedTest[] {
  const file = relative('.', name);
  const tests = assertionResults.map(({ fullName, duration }) => ({
    name: `${file} › ${fullName}`,
    seconds: (duration ?? 0) / 1000,
  }));
  const shared = (endTime - startTime) / 1000 - tests.reduce((all, { seconds }) => all + seconds, 0);
  return [...tests, { name: `${file} (set-up)`, seconds: Math.max(0, shared) }];
}

export interface Selection {
  /** Test files; by default all of the project's. */
  files?: readonly string[];
  /** One share of the files, as in vitest's `--shard`: `1/3`. */
  shard?: string;
}

/**
 * Runs a project's tests, or the selected ones, one file after the other, because the next lane uses the other core.
 */
export async function vitest(
  show: Show,
  project: string,
  { files = [], shard }: Selection = {},
  env: Env = {},
): Promise<Tally> {
  const folder = await mkdtemp(join(tmpdir(), 'waystamp-test-'));
  try {
    const report = join(folder, 'report.json');
    const args = ['run', '--project', project, '--maxWorkers=1', '--reporter=default', '--reporter=json'];
    const share = shard === undefined ? [] : [`--shard=${shard}`];
    const ran = await run(show, 'vitest', [...args, `--outputFile.json=${report}`, ...share, ...files], env);
    const told = JSON.parse(await readFile(report, 'utf8')) as VitestReport;
    const tally: Tally = {
      passed: told.numPassedTests,
      failed: told.numFailedTests,
      failures: told.testResults.flatMap(failuresOf),
      tests: told.testResults.flatMap(timesOf),
      warnings: told.testResults.flatMap(skippedOf),
    };
    return honest(tally, ran);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
