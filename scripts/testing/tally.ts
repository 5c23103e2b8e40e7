/** The counts of a test command's part, and how failures are reported. */
import { stripVTControlCharacters } from 'node:util';

export interface TimedTest {
  name: string;
  seconds: number;
}

export interface Tally {
  passed: number;
  failed: number;
  /** The failures, each with name and reason; repeated at the end, where a long output is read first. */
  failures?: readonly string[];
  /** The time of each test, if the tool reports it. */
  tests?: readonly TimedTest[];
  /** What could not run on this machine. */
  warnings?: readonly string[];
}

/** How a program ended, with its output. */
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

/** A part that cannot run on this machine is reported clearly at the end; with `CI=true` it is a failure. */
export function missing(warning: string): Tally {
  return { passed: 0, failed: process.env['CI'] === 'true' ? 1 : 0, warnings: [warning] };
}

/** Longest reason that is shown, in lines. */
const REASON_LINES = 16;

/** Stack frames outside the project. */
const FOREIGN_FRAME = /^\s+at .*(?:node_modules|node:|<anonymous>)/;

/** A failure as it is listed at the end. */
export function failure(name: string, reason: string): string {
  const lines = stripVTControlCharacters(reason)
    .split('\n')
    .filter((line) => line.trim() !== '' && !FOREIGN_FRAME.test(line));
  return [name, ...lines.slice(0, REASON_LINES).map((line) => `    ${line}`)].join('\n');
}

/** The last lines of some output. */
export function ending(output: string): string {
  return output.trimEnd().split('\n').slice(-REASON_LINES).join('\n');
}

/** Counts a run that failed without naming a failed test (it crashed, or found no test) as a failure. */
export function honest(tally: Tally, ran: Ran): Tally {
  if (tally.passed + tally.failed > 0 && (ran.ok || tally.failed > 0)) return tally;
  const named = tally.failures ?? [];
  const unnamed = failure('a run that named no failed test', ending(ran.output));
  return { ...tally, failed: 1, failures: named.length > 0 ? named : [unnamed] };
}
