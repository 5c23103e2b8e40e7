/** `npm test`: types, lint, Rust, unit, integration and end-to-end tests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import { chromiumPath } from './chromium.ts';
import {
  check,
  conclude,
  failure,
  honest,
  missing,
  part,
  reports,
  run,
  succeeds,
  sum,
  vitest,
} from './parts.ts';
import type { Tally } from './parts.ts';

const CRATE = ['--locked', '--manifest-path', 'psi-wasm/Cargo.toml'];
const FUZZ = ['--locked', '--manifest-path', 'psi-wasm/fuzz/Cargo.toml'];

function endToEnd(): Tally {
  const file = join(reports, 'e2e.json');
  const ran = run('playwright', ['test', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8')) as JSONReport;
  const failed = stats.unexpected + stats.flaky;
  return honest({ passed: stats.expected, failed, failures: suites.flatMap(playwrightFailures) }, ran);
}

/** The failed tests of a file or a group of Playwright's report. */
function playwrightFailures({ specs, suites = [] }: JSONReportSuite): string[] {
  const failed = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => {
        const reasons = results.flatMap(({ errors }) => errors.map(({ message }) => message));
        return failure(`${file} › ${title}`, reasons.join('\n'));
      }),
  );
  return [...failed, ...suites.flatMap(playwrightFailures)];
}

function rust(): Tally {
  if (!succeeds('cargo', ['--version'])) {
    return missing('THE RUST TESTS DID NOT RUN: cargo is not on this machine.');
  }
  const ran = run('cargo', ['test', ...CRATE]);
  const results = ran.output.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed/gm);
  const failures = ran.output.matchAll(/^---- (\S+).* ----\n([^]*?)\n\n/gm);
  const tallies = [...results].map(([, passed, failed]) => ({
    passed: Number(passed),
    failed: Number(failed),
  }));
  const names = [...failures].map(([, name = '', reason = '']) => failure(name, reason));
  return honest({ ...sum(tallies), failures: names }, ran);
}

/** A check by a cargo subcommand that is installed by itself. */
function component(name: string, args: string[]): Tally {
  return succeeds('cargo', [name, '--version'])
    ? check('cargo', [name, ...args])
    : missing(`RUST WAS NOT CHECKED: cargo ${name} is not on this machine.`);
}

/**
 * The fuzz targets are looked at without libFuzzer, which takes a C++ compiler. The benchmarks must compile, with the
 * tests' profile: it shares the dependencies, where their own would build each anew.
 */
function rustLint(): Tally {
  if (!succeeds('cargo', ['--version'])) {
    return missing('RUST WAS NOT LINTED: cargo is not on this machine.');
  }
  const clippy = ['--quiet', '--all-targets'];
  const strict = ['--', '-D', 'warnings'];
  const doc = ['--quiet', '--no-deps', '--document-private-items'];
  return sum([
    component('clippy', [...CRATE, ...clippy, ...strict]),
    component('clippy', [...FUZZ, ...clippy, '--no-default-features', ...strict]),
    component('fmt', ['--check', '--manifest-path', 'psi-wasm/Cargo.toml']),
    component('fmt', ['--check', '--manifest-path', 'psi-wasm/fuzz/Cargo.toml']),
    check('cargo', ['doc', ...CRATE, ...doc], { RUSTDOCFLAGS: '-D warnings' }),
    check('cargo', ['bench', ...CRATE, '--quiet', '--no-run', '--profile', 'test']),
  ]);
}

await part('types', () => check('tsc', ['-b']));
await part('lint', () => check('oxlint', ['--deny-warnings']));
await part('format', () => check('prettier', ['--check', '--log-level=warn', '.']));
await part('rust', rust);
await part('rust lint', rustLint);
await part('unit', () => vitest('unit'));
await part('build', () => check('vite', ['build', '--logLevel=warn']));
await part('integration', () => vitest('integration'));
await part('integration on PostgreSQL', () => vitest('postgres'));
await part('end to end', () => {
  console.log(`Browser: ${chromiumPath()}`);
  return endToEnd();
});
conclude();
