/**
 * Runs that take too long for every `npm test`.
 *
 * A run that always gives the same result for the same sources is recorded in `tests/long-runs.json` with the digest of
 * its sources. `npm test -- --long`, as in CI, runs it in full if the sources have changed; the suites always run a
 * short form. `npm run test:soak` always runs it in full and renews the record.
 *
 * A run that depends on timing is part of every `npm test`, long enough to show a fault of its kind. `npm run
 * test:soak` runs it for longer.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../wasm/sources.ts';
import { output } from '../wasm/toolchain.ts';
import { hasCargo } from './cargo.ts';
import { fuzz } from './fuzz.ts';
import type { Part } from './parts.ts';
import { check } from './programs.ts';
import type { Env, Show } from './programs.ts';
import { differences, digestsOfFiles, matching, reachedFrom } from './sources.ts';
import type { Digests } from './sources.ts';
import { missing } from './tally.ts';
import type { Tally } from './tally.ts';
import { vitest } from './vitest.ts';

export interface LongRun extends Part {
  /** The files that decide the result, the lock file included: paths from the root. */
  sources: () => string[];
  /**
   * Other things that decide the result, by name: the length of the run, and its compiler where no lock file names it.
   */
  circumstances?: () => Readonly<Record<string, string>>;
  body: (show: Show) => Promise<Tally>;
}

interface Recorded {
  /** The day of the last full run that passed, YYYY-MM-DD. */
  day: string;
  digests: Digests;
}

export type Records = Readonly<Record<string, Recorded>>;

const FILE = join(root, 'tests/long-runs.json');
const LOCK = 'package-lock.json';
/** The configuration of every vitest suite. */
const SETTING = 'vitest.config.ts';
const KILLS: Env = { WAYSTAMP_KILLS: '50' };

/** A suite whose length is set by an environment variable. */
function suite(name: string, project: string, file: string, env: Env, also: readonly string[] = []): LongRun {
  return {
    name,
    sources: () => [...reachedFrom([file]), ...also, SETTING, LOCK],
    circumstances: () => ({ length: JSON.stringify(env) }),
    body: (show) => vitest(show, project, { files: [file] }, env),
  };
}

function timed(name: string, project: string, file: string, env: Env): Part {
  return { name, body: (show) => vitest(show, project, { files: [file] }, env) };
}

/** Runs first, because the tests run on what it builds. */
export const REBUILD: LongRun = {
  name: 'module rebuilt',
  sources: () => [
    ...matching(['psi-wasm/Cargo.{toml,lock}', 'psi-wasm/src/**/*.rs', 'psi-wasm/pkg/*']),
    ...reachedFrom(['scripts/build-wasm.ts']),
    LOCK,
  ],
  body: (show) => check(show, 'node', ['scripts/build-wasm.ts', '--check']),
};

/** The longest first. */
export const FULL: readonly LongRun[] = [
  {
    name: 'fuzz',
    sources: () => [
      ...matching(['psi-wasm/{Cargo.toml,Cargo.lock,src/**/*.rs}']),
      ...matching(['psi-wasm/fuzz/{Cargo.toml,Cargo.lock,src/**/*.rs,fuzz_targets/*.rs}']),
      'scripts/testing/fuzz.ts',
    ],
    circumstances: () => ({ rustc: output('rustc', ['--version']) ?? 'none' }),
    body: async (show) =>
      hasCargo() ? fuzz(show) : missing('NOTHING WAS FUZZED: cargo is not on this machine.'),
  },
  suite(
    'hostile requests',
    'integration',
    'tests/integration/web/fuzz/fuzz.test.ts',
    { WAYSTAMP_FUZZ_REQUESTS: '100000' },
    ['tests/integration/setup.ts', 'vite.config.ts', 'pwa.config.ts', 'index.html'],
  ),
  suite('hostile mails', 'unit', 'tests/unit/mail/robustness.test.ts', {
    WAYSTAMP_EVIDENCE_INPUTS: '100000',
  }),
  suite('large mailbox', 'integration', 'tests/integration/scan/large-mbox.test.ts', {
    WAYSTAMP_LARGE_MBOX_MB: '2048',
  }),
  suite('signed mails', 'unit', 'tests/unit/mail/dkim-differential.test.ts', {
    WAYSTAMP_DKIM_MAILS: '10000',
  }),
];

/** Runs that depend on timing; `npm test` has them at a shorter length, as part of their project. */
export const TIMED: readonly Part[] = [
  timed('copies', 'postgres', 'tests/integration/postgres/take-downs.test.ts', { WAYSTAMP_TAKE_DOWNS: '5' }),
  timed('kills', 'integration', 'tests/integration/server/kills.test.ts', KILLS),
  timed('kills on PostgreSQL', 'postgres', 'tests/integration/server/kills.test.ts', KILLS),
  timed('kills of PostgreSQL', 'postgres', 'tests/integration/postgres/postmaster-kills.test.ts', KILLS),
  timed('storm', 'integration', 'tests/integration/scan/storm.test.ts', { WAYSTAMP_STORM_FAULTS: '10000' }),
];

export function readRecords(): Records {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Records;
}

/** Records the runs that passed, each with the digests taken before it began. */
export function record(passed: ReadonlyMap<LongRun, Digests>): void {
  const day = new Date().toISOString().slice(0, 10);
  const entries = [...passed].map(([{ name }, digests]) => [name, { day, digests }] as const);
  const known = new Set([REBUILD, ...FULL].map(({ name }) => name));
  const kept = Object.entries(readRecords()).filter(([name]) => known.has(name));
  const records = { ...Object.fromEntries(kept), ...Object.fromEntries(entries) };
  writeFileSync(FILE, `${JSON.stringify(records, null, 2)}\n`);
}

/** Everything that decides a run's result: the digests of its files by place, and its circumstances. */
export function digestsOf({ sources, circumstances }: LongRun): Digests {
  return { ...digestsOfFiles(sources()), ...circumstances?.() };
}

export interface Judged {
  run: LongRun;
  /** Whether its result may differ from the recorded one. */
  due: boolean;
  /** The reason in words. */
  why: string;
}

export function judge(run: LongRun, records: Records): Judged {
  const recorded = records[run.name];
  if (recorded === undefined) return { run, due: true, why: 'in full: there is no record of it' };
  const changed = differences(recorded.digests, digestsOf(run));
  return changed.length === 0
    ? { run, due: false, why: `short: all that decides it is as in the full run of ${recorded.day}` }
    : { run, due: true, why: `in full: since that of ${recorded.day}, ${changed.join(', ')} changed` };
}
