/** What a part of a test command counted, and how failures are told. */
import { stripVTControlCharacters } from 'node:util';

export interface TimedTest {
  name: string;
  seconds: number;
}

export interface Tally {
  passed: number;
  failed: number;
  /** What failed, each with its name and why; told once more at the end, where a long output is read first. */
  failures?: readonly string[];
  /** How long each test took, where the tool says so. */
  tests?: readonly TimedTest[];
  /** What could not run on this machine. */
  warnings?: readonly string[];
}

/** How a program ended, with all that it printed. */
export interface Ran {
  ok: boolean;
  output: string;
}

export function sum(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((all, { passed }) => all + passed, 0),
    failed: tallies.reduce((all, { failed }) => all + failed, 0),
    failures: tallies.flatMap(({ failures = [] }) => failures),
    tests: tallies.flatMap(({ tests = [] }) => tests),
    warnings: tallies.flatMap(({ warnings = [] }) => warnings),
  };
}

/** What cannot run on this machine is said loudly at the end; with `CI=true` it is a failure. */
export function missing(warning: string): Tally {
  return { passed: 0, failed: process.env['CI'] === 'true' ? 1 : 0, warnings: [warning] };
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
export function ending(output: string): string {
  return output.trimEnd().split('\n').slice(-REASON_LINES).join('\n');
}

/** A run that failed without naming a failed test (it crashed, or found no test) is a failure of its own. */
export function honest(tally: Tally, ran: Ran): Tally {
  if (tally.passed + tally.failed > 0 && (ran.ok || tally.failed > 0)) return tally;
  const named = tally.failures ?? [];
  const unnamed = failure('a run that named no failed test', ending(ran.output));
  return { ...tally, failed: 1, failures: named.length > 0 ? named : [unnamed] };
}
