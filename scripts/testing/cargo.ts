/** The crate's Rust tests and lints. */
import { basename } from 'node:path';
import { check, run, succeeds } from './programs.ts';
import type { Show } from './programs.ts';
import { failure, honest, missing, sum } from './tally.ts';
import type { Tally, TimedTest } from './tally.ts';

const CRATE = ['--locked', '--manifest-path', 'psi-wasm/Cargo.toml'];
const FUZZ = ['--locked', '--manifest-path', 'psi-wasm/fuzz/Cargo.toml'];

/** Whether cargo is on this machine. */
export function hasCargo(): boolean {
  return succeeds('cargo', ['--version']);
}

export async function rust(show: Show): Promise<Tally> {
  if (!hasCargo()) return missing('THE RUST TESTS DID NOT RUN: cargo is not on this machine.');
  const ran = await run(show, 'cargo', ['test', ...CRATE]);
  const results = ran.output.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed/gm);
  const failures = ran.output.matchAll(/^---- (\S+).* ----\n([^]*?)\n\n/gm);
  const tallies = [...results].map(([, passed, failed]) => ({
    passed: Number(passed),
    failed: Number(failed),
  }));
  const names = [...failures].map(([, name = '', reason = '']) => failure(name, reason));
  return honest({ ...sum(tallies), failures: names, tests: timesOf(ran.output) }, ran);
}

/** Stable cargo reports the time of each test program, not of each test. */
function timesOf(output: string): TimedTest[] {
  const named = output.matchAll(/Running \w* ?(?:unittests )?(\S+\.rs) [^]*?; finished in ([\d.]+)s/g);
  return [...named].map(([, file = '', seconds]) => ({
    name: `psi-wasm: all of ${basename(file)}`,
    seconds: Number(seconds),
  }));
}

/** A check by a cargo subcommand that is installed separately. */
async function component(show: Show, name: string, args: string[]): Promise<Tally> {
  return succeeds('cargo', [name, '--version'])
    ? check(show, 'cargo', [name, ...args])
    : missing(`RUST WAS NOT CHECKED: cargo ${name} is not on this machine.`);
}

/**
 * The fuzz targets are checked without libFuzzer, which needs a C++ compiler. The benchmarks must compile; they use the
 * tests' profile, since their own would build every dependency anew.
 */
export async function rustLint(show: Show): Promise<Tally> {
  if (!hasCargo()) return missing('RUST WAS NOT LINTED: cargo is not on this machine.');
  const clippy = ['--quiet', '--all-targets'];
  const strict = ['--', '-D', 'warnings'];
  const doc = ['--quiet', '--no-deps', '--document-private-items'];
  return sum([
    await component(show, 'clippy', [...CRATE, ...clippy, ...strict]),
    await component(show, 'clippy', [...FUZZ, ...clippy, '--no-default-features', ...strict]),
    await component(show, 'fmt', ['--check', '--manifest-path', 'psi-wasm/Cargo.toml']),
    await component(show, 'fmt', ['--check', '--manifest-path', 'psi-wasm/fuzz/Cargo.toml']),
    await check(show, 'cargo', ['doc', ...CRATE, ...doc], { RUSTDOCFLAGS: '-D warnings' }),
    await check(show, 'cargo', ['bench', ...CRATE, '--quiet', '--no-run', '--profile', 'test']),
  ]);
}
