/**
 * The parts of a test command. They run one after the other, every one even when one before it failed; the last line
 * sums up (`N passed, N failed`), and the exit code says whether all passed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export interface Tally {
  passed: number;
  failed: number;
  /** What failed, each with its name and why; told once more at the end, where a long output is read first. */
  failures?: readonly string[];
}

/** Where tools write the reports that are counted; gone at the end. */
export const reports = mkdtempSync(join(tmpdir(), 'waystamp-test-'));
const total: Tally = { passed: 0, failed: 0 };
const broken: { name: string; failures: readonly string[] }[] = [];
const warnings: string[] = [];

export function sum(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((all, { passed }) => all + passed, 0),
    failed: tallies.reduce((all, { failed }) => all + failed, 0),
    failures: tallies.flatMap(({ failures }) => failures ?? []),
  };
}

/** Runs a program and shows what it prints. */
export function run(
  command: string,
  args: string[],
  env: Record<string, string> = {},
): { ok: boolean; output: string } {
  const child = spawnSync(command, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 256 * 1024 * 1024,
  });
  process.stdout.write(child.stdout ?? '');
  return { ok: child.status === 0, output: child.stdout ?? '' };
}

/** Whether a program is there and answers to `args`; what it says is not shown. */
export function succeeds(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

export async function part(name: string, body: () => Tally | Promise<Tally>): Promise<void> {
  console.log(`\n== ${name}`);
  const started = Date.now();
  let tally: Tally;
  try {
    tally = await body();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    console.log(message);
    tally = { passed: 0, failed: 1, failures: [message] };
  }
  total.passed += tally.passed;
  total.failed += tally.failed;
  if (tally.failed > 0) broken.push({ name, failures: tally.failures ?? [] });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`== ${name}: ${tally.passed} ok, ${tally.failed} not ok, ${seconds} s`);
}

/** A tool that only succeeds or fails counts as one. */
export function check(command: string, args: string[], env: Record<string, string> = {}): Tally {
  const { ok, output } = run(command, args, env);
  return ok
    ? { passed: 1, failed: 0 }
    : { passed: 0, failed: 1, failures: [failure(`${command} ${args.join(' ')}`, ending(output))] };
}

/** What cannot run on this machine is said loudly at the end; with `CI=true` it is a failure. */
export function missing(warning: string): Tally {
  warnings.push(warning);
  return { passed: 0, failed: process.env['CI'] === 'true' ? 1 : 0 };
}

/** The longest that a reason may be, in lines. */
const REASON_LINES = 16;

/** Frames of a stack that are not the project's own. */
const FOREIGN_FRAME = /^\s+at .*(?:node_modules|node:|<anonymous>)/;

/** A name and a reason as they are told at the end. */
export function failure(name: string, reason: string): string {
  const lines = stripVTControlCharacters(reason)
    .split('\n')
    .filter((line) => line.trim() !== '' && !FOREIGN_FRAME.test(line));
  return [name, ...lines.slice(0, REASON_LINES).map((line) => `    ${line}`)].join('\n');
}

/** The last lines of an output. */
function ending(output: string): string {
  return output.trimEnd().split('\n').slice(-REASON_LINES).join('\n');
}

/** A run that failed without naming a failed test (it crashed, or found no test) is a failure of its own. */
export function honest(tally: Tally, ran: { ok: boolean; output: string }): Tally {
  if (tally.passed + tally.failed > 0 && (ran.ok || tally.failed > 0)) return tally;
  const named = tally.failures ?? [];
  const unnamed = failure('a run that named no failed test', ending(ran.output));
  return { ...tally, failed: 1, failures: named.length > 0 ? named : [unnamed] };
}

/** What is read of the report of vitest's reporter `json`. */
interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

/** The failed tests of a report, and the files that failed outside of one. */
function vitestFailures({ testResults }: VitestReport): string[] {
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = relative('.', name);
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [failure(file, message)];
      return failed.map((test) => failure(`${file} › ${test.fullName}`, test.failureMessages.join('\n')));
    });
}

/** A project's tests, or those of one file. */
export function vitest(project: string, files: string[] = [], env: Record<string, string> = {}): Tally {
  const report = join(reports, `${project}.json`);
  rmSync(report, { force: true });
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...files,
  ];
  const ran = run('vitest', args, env);
  const told = JSON.parse(readFileSync(report, 'utf8')) as VitestReport;
  return honest(
    { passed: told.numPassedTests, failed: told.numFailedTests, failures: vitestFailures(told) },
    ran,
  );
}

/** Prints the warnings, what failed in which part, and the closing line; sets the exit code. */
export function conclude(): void {
  rmSync(reports, { recursive: true, force: true });
  for (const warning of warnings) console.log(`\n!! ${warning}`);
  for (const { name, failures } of broken) console.log(`\nNot ok: ${[name, ...failures].join('\n')}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}
