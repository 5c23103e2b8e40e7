/**
 * Coverage-guided fuzzing of the PSI crate (`psi-wasm/fuzz`) with cargo-fuzz, with the same seed and number of inputs
 * each time. An input that breaks a target stays in `psi-wasm/fuzz/artifacts`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ensureDebianPackages } from '../debian.ts';
import { crate, root } from '../wasm/sources.ts';
import { cargoInstall, output } from '../wasm/toolchain.ts';
import { run, succeeds } from './programs.ts';
import type { Show } from './programs.ts';
import type { Tally, TimedTest } from './tally.ts';

const FUZZ_DIR = join(crate, 'fuzz');
/** Inputs for each target: many where it only decodes, fewer where it computes a whole step. */
const INPUTS: Readonly<Record<string, number>> = {
  private_keys: 200_000,
  client_state: 200_000,
  server_state: 200_000,
  request: 150_000,
  reply: 120_000,
  public_keys: 80_000,
  answer: 40_000,
  open: 150_000,
  forge: 50_000,
};
/** The inputs that all targets together must try. */
const LEAST_INPUTS = 1_000_000;
/** The seed of libFuzzer's random numbers. */
const SEED = 20_260_504;
/** Memory limit in MB; a target needs 31. */
const MOST_MEMORY = 512;
/**
 * Time limit for one input in seconds. Inputs take milliseconds, so this means an endless loop rather than a slow
 * machine.
 */
const HANGS = 120;
/** How much of a failed target's output is shown; it has the whole input in one line. */
const SHOWN_LINES = 50;
const SHOWN_COLUMNS = 200;

/** Stable Rust can build this without a sanitizer. The crate's native code has no unsafe block of its own. */
const BUILD = ['--sanitizer', 'none', '--fuzz-dir', FUZZ_DIR];

async function prepare(show: Show): Promise<void> {
  if (!succeeds('cargo', ['fuzz', '--version'])) cargoInstall(process.env, 'cargo-fuzz', '--locked');
  if (!succeeds(process.env['CXX'] ?? 'c++', ['--version'])) {
    ensureDebianPackages(['g++'], 'to build libFuzzer');
  }
  const targets = output('cargo', ['fuzz', 'list', '--fuzz-dir', FUZZ_DIR])?.split('\n') ?? [];
  if (targets.toSorted().join() !== Object.keys(INPUTS).toSorted().join()) {
    throw new Error(
      `psi-wasm/fuzz has the targets ${targets.join(', ')}; scripts/testing/fuzz.ts has others`,
    );
  }
  const built = await run(show, 'cargo', ['fuzz', 'build', ...BUILD]);
  if (!built.ok) throw new Error('the fuzz targets do not compile');
}

/** One target's run. */
interface TargetRun extends TimedTest {
  /** Inputs tried without a finding: all of them, or none. */
  inputs: number;
}

async function runTarget(show: Show, target: string, inputs: number, corpus: string): Promise<TargetRun> {
  mkdirSync(corpus);
  const limits = [`-rss_limit_mb=${MOST_MEMORY}`, `-timeout=${HANGS}`];
  const args = [...BUILD, target, corpus, '--', `-seed=${SEED}`, `-runs=${inputs}`, ...limits];
  const started = Date.now();
  const child = spawn('cargo', ['fuzz', 'run', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: root,
    // The useful lines are the assertion and those that say how to reproduce it.
    env: { ...process.env, RUST_BACKTRACE: '0' },
  });
  const ended = once(child, 'close');
  const stderr = await text(child.stderr);
  const [status] = (await ended) as [number | null];
  const seconds = (Date.now() - started) / 1000;
  const done = Number(/^Done (\d+) runs/m.exec(stderr)?.[1] ?? 0);
  const reached = /DONE\s+cov: (\d+) ft: (\d+) corp: (\d+)/.exec(stderr);
  if (status !== 0 || done < inputs || reached === null) {
    for (const line of stderr.split('\n').slice(-SHOWN_LINES)) show(line.slice(0, SHOWN_COLUMNS));
    show(`${target}: FAILED`);
    return { name: `fuzz › ${target}`, seconds, inputs: 0 };
  }
  const [, edges, features, size] = reached;
  show(
    `${target.padEnd(13)} ${done.toLocaleString('en').padStart(8)} inputs ${seconds.toFixed(1).padStart(6)} s` +
      `   ${edges} edges, ${features} features, corpus of ${size}`,
  );
  return { name: `fuzz › ${target}`, seconds, inputs: done };
}

/**
 * Runs the targets one after the other, because the next lane uses the other core. Each counts as one test, and so does
 * the total number of inputs.
 *
 * @throws when a target cannot be built here
 */
export async function fuzz(show: Show): Promise<Tally> {
  await prepare(show);
  const corpora = mkdtempSync(join(tmpdir(), 'waystamp-fuzz-'));
  try {
    const tests: TargetRun[] = [];
    for (const [target, inputs] of Object.entries(INPUTS)) {
      tests.push(await runTarget(show, target, inputs, join(corpora, target)));
    }
    const tried = tests.reduce((all, { inputs }) => all + inputs, 0);
    show(`${tried.toLocaleString('en')} inputs in all, of at least ${LEAST_INPUTS.toLocaleString('en')}`);
    const broken = tests.filter(({ inputs }) => inputs === 0).map(({ name }) => name);
    const failures = tried < LEAST_INPUTS ? [...broken, 'too few inputs'] : broken;
    return { passed: tests.length + 1 - failures.length, failed: failures.length, failures, tests };
  } finally {
    rmSync(corpora, { recursive: true });
  }
}
