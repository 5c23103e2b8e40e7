/**
 * The parts of a test command. They run one after the other, every one even when one before it failed; the last line
 * sums up (`N passed, N failed`), and the exit code says whether all passed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Tally {
  passed: number;
  failed: number;
}

/** Where tools write the reports that are counted; gone at the end. */
export const reports = mkdtempSync(join(tmpdir(), 'waystamp-test-'));
const total: Tally = { passed: 0, failed: 0 };
const broken: string[] = [];
const warnings: string[] = [];

export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (all, { passed, failed }) => ({ passed: all.passed + passed, failed: all.failed + failed }),
    { passed: 0, failed: 0 },
  );
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
    console.log(error instanceof Error ? error.message : String(error));
    tally = { passed: 0, failed: 1 };
  }
  total.passed += tally.passed;
  total.failed += tally.failed;
  if (tally.failed > 0) broken.push(name);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`== ${name}: ${tally.passed} ok, ${tally.failed} not ok, ${seconds} s`);
}

/** A tool that only succeeds or fails counts as one. */
export function check(command: string, args: string[], env: Record<string, string> = {}): Tally {
  return run(command, args, env).ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** What cannot run on this machine is said loudly at the end; with `CI=true` it is a failure. */
export function missing(warning: string): Tally {
  warnings.push(warning);
  return { passed: 0, failed: process.env['CI'] === 'true' ? 1 : 0 };
}

/** A run that failed without naming a failed test (it crashed, or found no test) is a failure of its own. */
export function honest(tally: Tally, ok: boolean): Tally {
  if (tally.passed + tally.failed === 0) return { passed: 0, failed: 1 };
  return ok || tally.failed > 0 ? tally : { ...tally, failed: 1 };
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
  const { ok } = run('vitest', args, env);
  const counts = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
  };
  return honest({ passed: counts.numPassedTests, failed: counts.numFailedTests }, ok);
}

/** Prints the warnings, the parts that failed, and the closing line; sets the exit code. */
export function conclude(): void {
  rmSync(reports, { recursive: true, force: true });
  for (const warning of warnings) console.log(`\n!! ${warning}`);
  if (broken.length > 0) console.log(`\nNot ok: ${broken.join(', ')}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}
