/**
 * Coverage-guided fuzzing of the PSI crate (`psi-wasm/fuzz`) with cargo-fuzz: the same seed and the same number of
 * inputs each time. What breaks a target stays in `psi-wasm/fuzz/artifacts`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ensureDebianPackages } from './debian.ts';
import { run, succeeds, type Tally } from './parts.ts';
import { crate, root } from './wasm/sources.ts';
import { cargoInstall, output } from './wasm/toolchain.ts';

const FUZZ_DIR = join(crate, 'fuzz');
/** Inputs of each target: many where it only reads, fewer where it computes a whole step. */
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
/** What the targets together must have tried. */
const LEAST_INPUTS = 1_000_000;
/** Of libFuzzer's random numbers. */
const SEED = 20_260_504;
/** MB; a target takes 31. */
const MOST_MEMORY = 512;
/** Seconds for one input, which takes milliseconds: an endless loop, not a slow machine. */
const HANGS = 120;
/** How much of a failed target's output is shown, which holds the whole input in one line. */
const SHOWN_LINES = 50;
const SHOWN_COLUMNS = 200;

/** Stable Rust builds this; without a sanitizer, since the crate's native code has no unsafe block of its own. */
const BUILD = ['--sanitizer', 'none', '--fuzz-dir', FUZZ_DIR];

function prepare(): void {
  if (!succeeds('cargo', ['fuzz', '--version'])) cargoInstall(process.env, 'cargo-fuzz', '--locked');
  if (!succeeds(process.env['CXX'] ?? 'c++', ['--version'])) {
    ensureDebianPackages(['g++'], 'to build libFuzzer');
  }
  const targets = output('cargo', ['fuzz', 'list', '--fuzz-dir', FUZZ_DIR])?.split('\n') ?? [];
  if (targets.toSorted().join() !== Object.keys(INPUTS).toSorted().join()) {
    throw new Error(`psi-wasm/fuzz has the targets ${targets.join(', ')}; scripts/fuzz.ts has others`);
  }
  if (!run('cargo', ['fuzz', 'build', ...BUILD]).ok) throw new Error('the fuzz targets do not compile');
}

/** Runs one target and returns how many inputs it tried without a finding: all that were asked for, or none. */
async function runTarget(target: string, inputs: number, corpus: string): Promise<number> {
  mkdirSync(corpus);
  const limits = [`-rss_limit_mb=${MOST_MEMORY}`, `-timeout=${HANGS}`];
  const args = [...BUILD, target, corpus, '--', `-seed=${SEED}`, `-runs=${inputs}`, ...limits];
  const started = Date.now();
  const child = spawn('cargo', ['fuzz', 'run', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: root,
    // The lines that matter are the assertion's and the ones that say how to see it again.
    env: { ...process.env, RUST_BACKTRACE: '0' },
  });
  const ended = once(child, 'close');
  const stderr = await text(child.stderr);
  const [status] = (await ended) as [number | null];
  const done = Number(/^Done (\d+) runs/m.exec(stderr)?.[1] ?? 0);
  const reached = /DONE\s+cov: (\d+) ft: (\d+) corp: (\d+)/.exec(stderr);
  if (status !== 0 || done < inputs || reached === null) {
    const end = stderr.split('\n').slice(-SHOWN_LINES);
    console.log(end.map((line) => line.slice(0, SHOWN_COLUMNS)).join('\n'));
    console.log(`${target}: FAILED`);
    return 0;
  }
  const [, edges, features, size] = reached;
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(
    `${target.padEnd(13)} ${done.toLocaleString('en').padStart(8)} inputs ${seconds.padStart(6)} s` +
      `   ${edges} edges, ${features} features, corpus of ${size}`,
  );
  return done;
}

/**
 * Runs every target, as many at a time as there are cores. Each counts as one, and so does the number of inputs.
 *
 * @throws when a target cannot be built here
 */
export async function fuzz(): Promise<Tally> {
  prepare();
  const corpora = mkdtempSync(join(tmpdir(), 'waystamp-fuzz-'));
  try {
    const runs: number[] = [];
    const left = Object.entries(INPUTS).values();
    const work = async (): Promise<void> => {
      for (const [target, inputs] of left) runs.push(await runTarget(target, inputs, join(corpora, target)));
    };
    await Promise.all(Array.from({ length: availableParallelism() }, work));
    const tried = runs.reduce((all, inputs) => all + inputs, 0);
    console.log(
      `${tried.toLocaleString('en')} inputs in all, of at least ${LEAST_INPUTS.toLocaleString('en')}`,
    );
    const failed = runs.filter((inputs) => inputs === 0).length + (tried < LEAST_INPUTS ? 1 : 0);
    return { passed: runs.length + 1 - failed, failed };
  } finally {
    rmSync(corpora, { recursive: true });
  }
}
