/**
 * `npm test`: types, lint, Rust, unit, integration and end-to-end tests, one after the other. Every part runs even
 * when one before it failed; the last line sums up (`N passed, N failed`), and the exit code says whether all passed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumPath } from './chromium.ts';

interface Tally {
  passed: number;
  failed: number;
}

const reports = mkdtempSync(join(tmpdir(), 'waystamp-test-'));
const total: Tally = { passed: 0, failed: 0 };
const broken: string[] = [];
const warnings: string[] = [];

function run(
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

function part(name: string, body: () => Tally): void {
  console.log(`\n== ${name}`);
  const started = Date.now();
  let tally: Tally;
  try {
    tally = body();
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
function check(command: string, args: string[]): Tally {
  return run(command, args).ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** A run that failed without naming a failed test (it crashed, or found no test) is a failure of its own. */
function honest(tally: Tally, ok: boolean): Tally {
  if (tally.passed + tally.failed === 0) return { passed: 0, failed: 1 };
  return ok || tally.failed > 0 ? tally : { ...tally, failed: 1 };
}

function vitest(project: string): Tally {
  const file = join(reports, `${project}.json`);
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const { ok } = run('vitest', args);
  const report = JSON.parse(readFileSync(file, 'utf8')) as { numPassedTests: number; numFailedTests: number };
  return honest({ passed: report.numPassedTests, failed: report.numFailedTests }, ok);
}

function endToEnd(): Tally {
  const file = join(reports, 'e2e.json');
  const { ok } = run('playwright', ['test', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number };
  };
  return honest({ passed: stats.expected, failed: stats.unexpected + stats.flaky }, ok);
}

function rust(): Tally {
  if (spawnSync('cargo', ['--version']).status !== 0) {
    warnings.push('THE RUST TESTS DID NOT RUN: cargo is not on this machine.');
    return { passed: 0, failed: process.env['CI'] === 'true' ? 1 : 0 };
  }
  const crate = ['--manifest-path', 'psi-wasm/Cargo.toml', '--locked'];
  const { ok, output } = run('cargo', ['test', ...crate]);
  const tally: Tally = { passed: 0, failed: 0 };
  for (const [, passed, failed] of output.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed/gm)) {
    tally.passed += Number(passed);
    tally.failed += Number(failed);
  }
  return honest(tally, ok);
}

function rustLint(): Tally {
  if (spawnSync('cargo', ['clippy', '--version']).status !== 0) {
    warnings.push('RUST WAS NOT LINTED: cargo clippy is not on this machine.');
    return { passed: 0, failed: process.env['CI'] === 'true' ? 1 : 0 };
  }
  const lints = ['--all-targets', '--locked', '--', '-D', 'warnings'];
  return check('cargo', ['clippy', '--quiet', '--manifest-path', 'psi-wasm/Cargo.toml', ...lints]);
}

part('types', () => check('tsc', ['-b']));
part('lint', () => check('oxlint', ['--deny-warnings']));
part('format', () => check('prettier', ['--check', '--log-level=warn', '.']));
part('rust', rust);
part('rust lint', rustLint);
part('unit', () => vitest('unit'));
part('build', () => check('vite', ['build', '--logLevel=warn']));
part('integration', () => vitest('integration'));
part('end to end', () => {
  console.log(`Browser: ${chromiumPath()}`);
  return endToEnd();
});

rmSync(reports, { recursive: true, force: true });
for (const warning of warnings) console.log(`\n!! ${warning}`);
if (broken.length > 0) console.log(`\nNot ok: ${broken.join(', ')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
